"""Every situation that the doctor knows, played; and this machine, really looked at."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from companion.cli import main
from companion.config import Settings, settings_from
from hardware.doctor import Check, Imported, State, ThisMachine, examine
from hardware.doctor.examine import EXAMINATIONS
from tests.hardware.doctor.played import HOME, USER, PlayedMachine

PI = settings_from('[camera]\nsource = "picamera2"\n[sound]\nspeech = true\n')
USB = settings_from('[camera]\nsource = "usb"\n')
FOLDER = settings_from('[camera]\nsource = "folder"\naddress = "/photos"\n')
STREAM = settings_from('[camera]\nsource = "stream"\naddress = "rtsp://x/y"\n')
BARE_STREAM = settings_from('[camera]\nsource = "stream"\n')
CLASH = settings_from("[pins]\nbuzzer = 17\n")
DEFAULT = Settings()


def found(machine: PlayedMachine, settings: Settings = PI) -> list[Check]:
    return list(examine(machine, settings))


def test_a_healthy_pi_needs_nothing() -> None:
    checks = found(PlayedMachine())
    assert [check for check in checks if check.state is not State.OK] == []
    names = {check.name for check in checks}
    assert {"machine", "numpy", "OpenCV", "picamera2", "gpiozero", "camera", "pins"} <= names
    assert {"clock", "disk", "state folder", "temperature", "power", "voice"} <= names


NUMPY_1 = "ValueError: numpy.dtype size changed, may indicate binary incompatibility. Expected 96"
NUMPY_2 = (
    "AttributeError: _ARRAY_API not found\nImportError: numpy.core.multiarray failed to import"
)
NO_KMS = "Traceback\nModuleNotFoundError: No module named 'pykms'"
NO_GL = "ImportError: libGL.so.1: cannot open shared object file: No such file or directory"


def without(module: str) -> PlayedMachine:
    machine = PlayedMachine()
    del machine.modules[module]
    return machine


def broken(module: str, error: str) -> PlayedMachine:
    machine = PlayedMachine()
    machine.modules[module] = Imported(error=error)
    return machine


def version(module: str, words: str) -> PlayedMachine:
    machine = PlayedMachine()
    machine.modules[module] = Imported(words)
    return machine


def said(command: str, words: str | None) -> PlayedMachine:
    machine = PlayedMachine()
    if words is None:
        machine.commands.pop(command)
    else:
        machine.commands[command] = words
    return machine


def reads(path: str, words: str | None) -> PlayedMachine:
    machine = PlayedMachine()
    if words is None:
        machine.files.pop(path)
    else:
        machine.files[path] = words
    return machine


def owned(path: str, by: int | None) -> PlayedMachine:
    machine = PlayedMachine()
    if by is None:
        del machine.owners[path]
    else:
        machine.owners[path] = by
    return machine


def kernel_tells(words: str) -> PlayedMachine:
    machine = said("vcgencmd", None)
    machine.files["/sys/devices/platform/soc/soc:firmware/get_throttled"] = words
    return machine


def boots_with(words: str) -> PlayedMachine:
    machine = said("rpicam-hello", "No cameras available!")
    machine.files["/boot/firmware/config.txt"] = words
    return machine


def video(number: int, name: str) -> PlayedMachine:
    """A Pi whose only camera, if it is one, has this number; /dev/video0 is a decoder."""
    machine = PlayedMachine()
    machine.owners[f"/dev/video{number}"] = 0
    machine.files["/sys/class/video4linux/video0/name"] = "bcm2835-codec-decode"
    machine.files[f"/sys/class/video4linux/video{number}/name"] = name
    return machine


def heaps(locked: bool) -> PlayedMachine:
    heap = "/dev/dma_heap/linux,cma"
    machine = PlayedMachine(locked=frozenset({heap}) if locked else frozenset())
    machine.owners[heap] = 0
    return machine


def served(state: str, result: str = "success", again: int = 0) -> PlayedMachine:
    words = f"LoadState=loaded\nActiveState={state}\nResult={result}\nNRestarts={again}"
    return said("systemctl", words)


TEMP = "/sys/class/thermal/thermal_zone0/temp"
MODEL = "/proc/device-tree/model"
ROOT = frozenset({"/"})
OUTSIDE = frozenset({"ada"})
Case = tuple[Callable[[], PlayedMachine], Settings, str, State, str]

CASES: dict[str, Case] = {
    "another machine": (lambda: reads(MODEL, None), PI, "machine", State.SKIPPED, "aarch64"),
    "32 bits": (lambda: PlayedMachine(kind="armv7l"), PI, "machine", State.WARN, "64-bit"),
    "an old Python": (lambda: PlayedMachine(version=(3, 9, 2)), PI, "Python", State.BAD, "3.11"),
    "a new Python": (lambda: PlayedMachine(version=(3, 14, 0)), PI, "Python", State.BAD, "3.13"),
    "no numpy": (lambda: without("numpy"), PI, "numpy", State.BAD, "python3-numpy"),
    "no click": (lambda: without("click"), PI, "click", State.BAD, "Run make again"),
    "an old OpenCV": (lambda: version("cv2", "4.6.0"), PI, "OpenCV", State.BAD, "4.10 or newer"),
    "a later OpenCV": (lambda: version("cv2", "5.0.0-dev"), PI, "OpenCV", State.OK, "5.0.0"),
    "OpenCV without libGL": (lambda: broken("cv2", NO_GL), PI, "OpenCV", State.BAD, "libGL.so.1"),
    "OpenCV for another numpy": (
        lambda: broken("cv2", NUMPY_2),
        PI,
        "OpenCV",
        State.BAD,
        "--system-site-packages",
    ),
    "OpenCV twice": (
        lambda: PlayedMachine(packages={"opencv-python": "4", "opencv-python-headless": "5"}),
        PI,
        "OpenCV",
        State.WARN,
        "pip uninstall",
    ),
    "picamera2 for another numpy": (
        lambda: broken("picamera2", NUMPY_1),
        PI,
        "picamera2",
        State.BAD,
        "--system-site-packages",
    ),
    "picamera2 for another numpy, and not wanted": (
        lambda: broken("picamera2", NUMPY_1),
        USB,
        "picamera2",
        State.WARN,
        "another numpy",
    ),
    "picamera2 lacks a part": (
        lambda: broken("picamera2", NO_KMS),
        PI,
        "picamera2",
        State.BAD,
        "python3-pykms",
    ),
    "picamera2 raises": (
        lambda: broken("picamera2", "RuntimeError: oh"),
        PI,
        "picamera2",
        State.BAD,
        "RuntimeError: oh",
    ),
    "no picamera2": (lambda: without("picamera2"), PI, "picamera2", State.BAD, "apt install"),
    "no picamera2, and none wanted": (
        lambda: without("picamera2"),
        USB,
        "picamera2",
        State.SKIPPED,
        "the camera is set to usb",
    ),
    "no gpiozero": (lambda: without("gpiozero"), PI, "gpiozero", State.BAD, "python3-gpiozero"),
    "no lgpio": (lambda: without("lgpio"), PI, "gpiozero", State.BAD, "python3-lgpio"),
    "gpiozero raises": (
        lambda: broken("gpiozero", "SyntaxError: x"),
        PI,
        "gpiozero",
        State.BAD,
        "SyntaxError",
    ),
    "no pins": (lambda: owned("/dev/gpiochip0", None), PI, "pins", State.SKIPPED, "virtual"),
    "pins locked": (
        lambda: PlayedMachine(locked=frozenset({"/dev/gpiochip0"}), in_groups=OUTSIDE),
        PI,
        "pins",
        State.BAD,
        "usermod -aG gpio",
    ),
    "pins locked in the group": (
        lambda: PlayedMachine(locked=frozenset({"/dev/gpiochip0"})),
        PI,
        "pins",
        State.BAD,
        "reboot",
    ),
    "a folder that lgpio can't use": (
        lambda: PlayedMachine(variables={"MOONTABLE_HOME": HOME, "LG_WD": "/"}, locked=ROOT),
        PI,
        "pins",
        State.BAD,
        "LG_WD",
    ),
    "a clash": (PlayedMachine, CLASH, "wiring", State.BAD, "GPIO17 is wired to"),
    "no ribbon": (
        lambda: said("rpicam-hello", "No cameras available!"),
        PI,
        "camera",
        State.BAD,
        "ribbon",
    ),
    "no tool for cameras": (lambda: said("rpicam-hello", None), PI, "camera", State.WARN, "apt"),
    "a Pi that was told not to look for cameras": (
        lambda: boots_with("arm_64bit=1\n camera_auto_detect=0\n"),
        PI,
        "camera",
        State.BAD,
        "camera_auto_detect=1 in /boot/firmware/config.txt",
    ),
    "a Pi upgraded from the old camera stack": (
        lambda: boots_with("start_x=1\ngpu_mem=128"),
        PI,
        "camera",
        State.BAD,
        "Take start_x=1 out",
    ),
    "a Pi told well": (
        lambda: boots_with("camera_auto_detect=1\n"),
        PI,
        "camera",
        State.BAD,
        "ribbon",
    ),
    "a camera whose memory is locked": (
        lambda: heaps(True),
        PI,
        "camera",
        State.BAD,
        "/dev/dma_heap/linux,cma may not be used",
    ),
    "a camera with its memory": (lambda: heaps(False), PI, "camera", State.OK, "imx708"),
    "a USB camera among decoders": (
        lambda: video(8, "HD Webcam"),
        USB,
        "camera",
        State.OK,
        "/dev/video8",
    ),
    "only decoders": (
        lambda: video(10, "rpi-hevc-dec"),
        USB,
        "camera",
        State.BAD,
        "no /dev/video* of a camera",
    ),
    "a USB camera": (PlayedMachine, USB, "camera", State.OK, "/dev/video0"),
    "no USB camera": (lambda: owned("/dev/video0", None), USB, "camera", State.BAD, "Plug it"),
    "a USB camera that is locked": (
        lambda: PlayedMachine(locked=frozenset({"/dev/video0"}), in_groups=OUTSIDE),
        USB,
        "camera",
        State.BAD,
        "usermod -aG video",
    ),
    "another USB camera": (
        PlayedMachine,
        settings_from('[camera]\nsource = "usb"\naddress = "2"\n'),
        "camera",
        State.BAD,
        "there is no /dev/video2",
    ),
    "photographs": (lambda: owned("/photos", USER), FOLDER, "camera", State.OK, "/photos"),
    "no photographs": (PlayedMachine, FOLDER, "camera", State.BAD, "there is no /photos"),
    "a stream": (PlayedMachine, STREAM, "camera", State.OK, "not opened"),
    "a stream with a password": (
        PlayedMachine,
        settings_from('[camera]\nsource = "stream"\naddress = "rtsp://me:secret@x/y"\n'),
        "camera",
        State.OK,
        "the stream rtsp://x/y,",
    ),
    "a stream without a URL": (PlayedMachine, BARE_STREAM, "camera", State.BAD, "URL"),
    "the virtual camera": (PlayedMachine, DEFAULT, "camera", State.OK, "nothing is needed"),
    "no voice": (lambda: said("espeak-ng", None), PI, "voice", State.BAD, "espeak-ng"),
    "no voice wanted": (PlayedMachine, USB, "voice", State.SKIPPED, "off"),
    "a clock that is not set": (lambda: said("timedatectl", "no"), PI, "clock", State.WARN, "ntp"),
    "no timedatectl": (lambda: said("timedatectl", None), PI, "clock", State.SKIPPED, "nothing"),
    "a full disk": (lambda: PlayedMachine(free=20_000_000), PI, "disk", State.BAD, "20 MB free"),
    "a tight disk": (lambda: PlayedMachine(free=200_000_000), PI, "disk", State.WARN, "Free some"),
    "a strange disk": (lambda: PlayedMachine(free=None), PI, "disk", State.SKIPPED, HOME),
    "a file of root": (
        lambda: owned(f"{HOME}/games.sqlite", 0),
        PI,
        "state folder",
        State.BAD,
        "sudo chown -R $USER",
    ),
    "the folder is root's": (lambda: owned(HOME, 0), PI, "state folder", State.BAD, "with sudo?"),
    "the folder is locked": (
        lambda: PlayedMachine(locked=frozenset({HOME})),
        PI,
        "state folder",
        State.BAD,
        "may not be written",
    ),
    "no folder yet": (
        lambda: PlayedMachine(owners={"/": 0, "/home": 0, "/home/ada": USER}),
        USB,
        "state folder",
        State.OK,
        HOME,
    ),
    "no folder, and none can be made": (
        lambda: PlayedMachine(owners={"/": 0}, locked=frozenset({"/"})),
        USB,
        "state folder",
        State.BAD,
        "MOONTABLE_HOME",
    ),
    "root among a user's files": (
        lambda: PlayedMachine(user_id=0),
        PI,
        "state folder",
        State.BAD,
        "without sudo",
    ),
    "root by itself": (
        lambda: PlayedMachine(user_id=0, owners={"/": 0, HOME: 0, "/dev/gpiochip0": 0}),
        PI,
        "state folder",
        State.WARN,
        "without sudo",
    ),
    "warm": (lambda: reads(TEMP, "76000"), PI, "temperature", State.WARN, "76 degrees"),
    "hot": (lambda: reads(TEMP, "84500"), PI, "temperature", State.BAD, "slows itself down"),
    "no thermometer": (lambda: reads(TEMP, None), PI, "temperature", State.SKIPPED, "nothing"),
    "a strange thermometer": (lambda: reads(TEMP, "hot"), PI, "temperature", State.SKIPPED, ""),
    "too little voltage": (
        lambda: said("vcgencmd", "throttled=0x50005"),
        PI,
        "power",
        State.BAD,
        "the voltage is too low and it is slowed down",
    ),
    "slowed down by heat": (
        lambda: said("vcgencmd", "throttled=0x4"),
        PI,
        "power",
        State.BAD,
        "air",
    ),
    "voltage was too low": (
        lambda: said("vcgencmd", "throttled=0x10000"),
        PI,
        "power",
        State.WARN,
        "power supply",
    ),
    "near its limit": (lambda: said("vcgencmd", "throttled=0x8"), PI, "power", State.WARN, "warm"),
    "was slowed down": (
        lambda: said("vcgencmd", "throttled=0x40000"),
        PI,
        "power",
        State.WARN,
        "has been slowed down",
    ),
    "no vcgencmd": (lambda: said("vcgencmd", None), PI, "power", State.SKIPPED, "nothing"),
    "a strange vcgencmd": (lambda: said("vcgencmd", "error=1"), PI, "power", State.SKIPPED, ""),
    "a service that runs": (lambda: served("active"), PI, "service", State.OK, "runs"),
    "no service": (
        lambda: said("systemctl", "LoadState=not-found\nActiveState=inactive"),
        PI,
        "service",
        State.SKIPPED,
        "not installed",
    ),
    "no systemd": (lambda: said("systemctl", None), PI, "service", State.SKIPPED, ""),
    "a service that had to be started again": (
        lambda: served("active", again=4),
        PI,
        "service",
        State.WARN,
        "4 times",
    ),
    "a service that starts": (lambda: served("activating"), PI, "service", State.WARN, "Wait"),
    "a service that was stopped": (
        lambda: served("inactive"),
        PI,
        "service",
        State.WARN,
        "systemctl start",
    ),
    "a service without a sign of life": (
        lambda: served("failed", "watchdog"),
        PI,
        "service",
        State.BAD,
        "sign of life",
    ),
    "a service that failed otherwise": (
        lambda: served("failed", "exit-code"),
        PI,
        "service",
        State.BAD,
        "exit-code",
    ),
    "the kernel tells it": (lambda: kernel_tells("50000"), PI, "power", State.WARN, "supply"),
}


@pytest.mark.parametrize(("make", "settings", "name", "state", "words"), CASES.values(), ids=CASES)
def test_a_situation(
    make: Callable[[], PlayedMachine], settings: Settings, name: str, state: State, words: str
) -> None:
    checks = [one for one in found(make(), settings) if one.name == name and one.state is state]
    assert any(words in str(check) for check in checks)


def test_whatever_is_not_well_has_advice_and_what_is_has_none() -> None:
    for make, settings, *_ in CASES.values():
        for check in found(make(), settings):
            assert bool(check.advice) is (check.state in (State.WARN, State.BAD))


def test_a_probe_that_fails_is_a_finding_and_the_rest_is_looked_at() -> None:
    class Faint(PlayedMachine):
        def text(self, path: str) -> str | None:
            raise RuntimeError("out of\ntune")

    checks = found(Faint())
    fainted = [check for check in checks if "out of tune" in check.what]
    assert {check.name for check in fainted} == {"kind", "heat"}
    assert len({check.name for check in checks}) > len(EXAMINATIONS)


def test_a_bare_machine_is_looked_at_without_an_error() -> None:
    bare = PlayedMachine(files={}, owners={}, commands={}, modules={}, packages={}, free=None)
    assert all(check.name not in ("kind", "heat") for check in found(bare, DEFAULT))


def test_this_machine_answers(tmp_path: Path) -> None:
    machine = ThisMachine()
    file = tmp_path / "file"
    file.write_bytes(b"Raspberry\0\n")
    assert machine.text(str(file)) == "Raspberry"
    assert machine.text(str(tmp_path)) is None
    assert machine.matches(f"{tmp_path}/f*") == (str(file),)
    assert machine.may_use(str(tmp_path))
    assert machine.owner(str(file)) == machine.user()
    assert machine.owner(str(tmp_path / "gone")) is None
    assert (machine.free_bytes(str(tmp_path)) or 0) > 0
    assert machine.free_bytes(str(tmp_path / "gone")) is None
    assert machine.said("echo", "hello") == "hello"
    assert machine.said("no-such-command-here") is None
    assert machine.installed("click")
    assert machine.installed("no-such-package-here") is None
    assert machine.python() >= (3, 11)
    assert machine.architecture()
    assert machine.groups() is not None
    assert machine.environment()


def test_this_machine_imports_elsewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "well.py").write_text("print('noise'); __version__ = '1.2'")
    (tmp_path / "fails.py").write_text("raise ValueError('numpy.dtype size changed')")
    (tmp_path / "lacks.py").write_text("import no_such_part")
    (tmp_path / "dies.py").write_text("import os; os._exit(7)")
    monkeypatch.setenv("PYTHONPATH", str(tmp_path))
    machine = ThisMachine()
    assert machine.imported("well") == Imported("1.2")
    assert "dtype size changed" in machine.imported("fails").error
    lacks = machine.imported("lacks")
    assert "no_such_part" in lacks.error
    assert not lacks.missing
    assert machine.imported("no_such_module").missing
    assert machine.imported("dies").error == "it ended with 7"


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("MOONTABLE_HOME", str(tmp_path))
    return tmp_path


@pytest.mark.slow
def test_the_command_looks_at_this_machine(home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    code = main(["doctor"])
    printed = capsys.readouterr().out
    assert code == (1 if "\nbad" in printed else 0)
    assert f"{home}" in printed
    assert "numpy" in printed


@pytest.mark.slow
def test_wrong_settings_are_a_finding_and_the_rest_is_looked_at(
    home: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (home / "moontable.toml").write_text("[pins]\ndone_braun = 4\n")
    assert main(["doctor"]) == 1
    printed = capsys.readouterr().out
    assert "Did you mean done_brown?" in printed
    assert "disk" in printed
