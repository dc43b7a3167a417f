"""A machine whose every answer the test gives; as made, a healthy Raspberry Pi 5."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from fnmatch import fnmatch

from hardware.doctor.machine import Imported

HOME = "/home/ada/.local/state/moontable"
USER = 1000


@dataclass
class PlayedMachine:
    """Answers from tables; what isn't in them isn't there."""

    version: tuple[int, int, int] = (3, 13, 5)
    kind: str = "aarch64"
    variables: dict[str, str] = field(default_factory=lambda: {"MOONTABLE_HOME": HOME})
    user_id: int = USER
    in_groups: frozenset[str] = frozenset({"ada", "gpio", "video"})
    files: dict[str, str] = field(
        default_factory=lambda: {
            "/proc/device-tree/model": "Raspberry Pi 5 Model B Rev 1.0",
            "/sys/class/thermal/thermal_zone0/temp": "51200",
        }
    )
    owners: dict[str, int] = field(
        default_factory=lambda: {
            "/": 0,
            ".": USER,
            "/home": 0,
            "/home/ada": USER,
            HOME: USER,
            f"{HOME}/games.sqlite": USER,
            "/dev/gpiochip0": 0,
            "/dev/video0": 0,
        }
    )
    locked: frozenset[str] = frozenset()
    free: int | None = 20_000_000_000
    commands: dict[str, str] = field(
        default_factory=lambda: {
            "timedatectl": "yes",
            "vcgencmd": "throttled=0x0",
            "rpicam-hello": "Available cameras\n-----\n0 : imx708 [4608x2592] (/base/soc/i2c0)",
            "systemctl": "LoadState=loaded\nActiveState=active\nResult=success\nNRestarts=0",
            "espeak-ng": "eSpeak NG text-to-speech: 1.52.0",
        }
    )
    modules: dict[str, Imported] = field(
        default_factory=lambda: {
            "click": Imported("8.1.8"),
            "numpy": Imported("2.2.4"),
            "cv2": Imported("4.10.0"),
            "picamera2": Imported(""),
            "gpiozero": Imported(""),
            "lgpio": Imported("0.2.2.0"),
        }
    )
    packages: dict[str, str] = field(default_factory=lambda: {"gpiozero": "2.0.1"})

    def python(self) -> tuple[int, int, int]:
        return self.version

    def architecture(self) -> str:
        return self.kind

    def environment(self) -> Mapping[str, str]:
        return self.variables

    def user(self) -> int:
        return self.user_id

    def groups(self) -> frozenset[str]:
        return self.in_groups

    def text(self, path: str) -> str | None:
        return self.files.get(path)

    def matches(self, pattern: str) -> tuple[str, ...]:
        return tuple(sorted(path for path in self.owners if fnmatch(path, pattern)))

    def may_use(self, path: str) -> bool:
        return path in self.owners and path not in self.locked

    def owner(self, path: str) -> int | None:
        return self.owners.get(path)

    def free_bytes(self, path: str) -> int | None:
        return self.free

    def said(self, *command: str) -> str | None:
        return self.commands.get(command[0])

    def imported(self, module: str) -> Imported:
        missing = Imported(error=f"No module named '{module}'", missing=True)
        return self.modules.get(module, missing)

    def installed(self, package: str) -> str | None:
        return self.packages.get(package)
