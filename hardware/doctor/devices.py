"""Pins, camera and voice: are they there, and may we use them?"""

from __future__ import annotations

import re
from collections.abc import Iterator

from companion.config import CameraSource, Settings
from hardware.doctor.check import Check, bad, note, ok, skipped
from hardware.doctor.machine import Machine
from hardware.pins import faults

_LOG_IN = "then log out and in again"
_NOT_CAMERAS = re.compile(r"bcm2835|rpi|pisp|rp1|unicam|codec|isp", re.IGNORECASE)
"""A Pi has a dozen /dev/video* of these names: decoders, scalers, the ends of the ribbon."""
_PASSWORD = re.compile(r"//[^/]*@")
_BOOT = ("/boot/firmware/config.txt", "/boot/config.txt")
"""What the Pi reads when it starts, by the age of its system."""


def pins(machine: Machine, settings: Settings) -> Iterator[Check]:
    """The wiring in the settings, and the lines of the kernel."""
    found = faults(settings)
    for fault in found:
        yield (bad if fault.serious else note)("wiring", fault.text, fault.advice)
    if not found:
        yield ok("wiring", "no two parts share a pin (moontable pins draws it)")
    chips = machine.matches("/dev/gpiochip*")
    if not chips:
        yield skipped("pins", "this machine has none; buttons and lights are virtual")
    elif not any(machine.may_use(chip) for chip in chips):
        yield _locked("pins", chips, "gpio", machine)
    else:
        usable = [chip for chip in chips if machine.may_use(chip)]
        yield ok("pins", ", ".join(usable))
        folder = machine.environment().get("LG_WD", ".")
        if not machine.may_use(folder):
            advice = "Start in a folder of your own, or name one in the variable LG_WD."
            yield bad("pins", f"lgpio can't make its file in the folder {folder}", advice)


def camera(machine: Machine, settings: Settings) -> Iterator[Check]:
    """The camera that the settings name."""
    source, address = settings.camera.source, settings.camera.address
    if source is CameraSource.USB:
        yield _usb(machine, address)
    elif source is CameraSource.PICAMERA2:
        yield _ribbon(machine)
    elif source is CameraSource.STREAM:
        if "://" in address:
            shown = _PASSWORD.sub("//", address)
            yield ok("camera", f"the stream {shown}, which was not opened")
        else:
            yield bad("camera", "the stream has no URL", "Set address in [camera] to its URL.")
    elif source is CameraSource.FOLDER:
        if address and machine.owner(address) is not None:
            yield ok("camera", f"the photographs in {address}")
        else:
            advice = "Set address in [camera] to a folder or a video."
            yield bad("camera", f"there is no {address or 'folder named'}", advice)
    else:
        yield ok("camera", f"{source.value}: nothing is needed")


def _usb(machine: Machine, address: str) -> Check:
    devices = machine.matches("/dev/video*")
    cameras = tuple(device for device in devices if _is_camera(machine, device))
    if not devices or (not cameras and not address):
        what = "there is no /dev/video* of a camera" if devices else "there is no /dev/video*"
        return bad("camera", what, "Plug it in again, and try another cable.")
    wanted = address or cameras[0]
    if wanted.isdecimal():
        wanted = f"/dev/video{wanted}"
    if wanted.startswith("/dev/") and machine.owner(wanted) is None:
        advice = f"Set address in [camera] to one of these: {', '.join(cameras or devices)}"
        return bad("camera", f"there is no {wanted}", advice)
    if not machine.may_use(wanted):
        return _locked("camera", (wanted,), "video", machine)
    return ok("camera", wanted)


def _is_camera(machine: Machine, device: str) -> bool:
    name = machine.text(f"/sys/class/video4linux/{device.removeprefix('/dev/')}/name")
    return name is None or not _NOT_CAMERAS.search(name)


def _ribbon(machine: Machine) -> Check:
    """The Pi's own camera, as libcamera's tool sees it."""
    told = machine.said("rpicam-hello", "--list-cameras")
    if told is None:
        told = machine.said("libcamera-hello", "--list-cameras")
    if told is None:
        return note("camera", "nothing here can list cameras", "sudo apt install rpicam-apps")
    listed = [line.strip() for line in told.splitlines() if line.strip()[:1].isdigit()]
    cameras = [line for line in listed if " : " in line or ": " in line]
    if not cameras or "No cameras available" in told:
        return bad("camera", "no camera is found at the ribbon cable", _why_no_ribbon(machine))
    heaps = machine.matches("/dev/dma_heap/*")
    if heaps and not any(machine.may_use(heap) for heap in heaps):
        return _locked("camera", heaps, "video", machine)
    return ok("camera", cameras[0])


def _why_no_ribbon(machine: Machine) -> str:
    """What to do when no camera is found: the cable, or what the Pi was told at its start.

    Upgraded systems may still have the settings of the camera stack before libcamera.
    """
    for file in _BOOT:
        text = machine.text(file)
        if text is None:
            continue
        lines = {line.strip() for line in text.splitlines()}
        old = lines & {"start_x=1", "start_file=start_x.elf"}
        if old:
            return f"Take {min(old)} out of {file}: it is of the old camera stack; then reboot."
        if "camera_auto_detect=0" in lines and not any("dtoverlay=" in line for line in lines):
            return f"Write camera_auto_detect=1 in {file}, and reboot."
    return "Switch off, push both ends of the ribbon cable home, and switch on again."


def _locked(name: str, paths: tuple[str, ...], group: str, machine: Machine) -> Check:
    """A device that we may not use."""
    what = f"{paths[0]} may not be used by this user"
    if group in machine.groups():
        advice = f"The group {group} doesn't open it: look at ls -l {paths[0]}, and reboot."
        return bad(name, what, advice)
    return bad(name, what, f"sudo usermod -aG {group} $USER, {_LOG_IN}.")


def voice(machine: Machine, settings: Settings) -> Iterator[Check]:
    """The program that speaks."""
    if not settings.sound.speech:
        yield skipped("voice", "speech is off in [sound]")
        return
    told = machine.said("espeak-ng", "--version")
    if told is None:
        advice = "sudo apt install espeak-ng, or set speech = false in [sound]."
        yield bad("voice", "espeak-ng is not installed", advice)
    else:
        yield ok("voice", told.splitlines()[0] if told else "espeak-ng")
