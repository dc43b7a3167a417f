"""The voice, by a program that stands in for espeak-ng, and by itself where it is installed."""

from __future__ import annotations

import shutil
import subprocess
import threading
import time
from pathlib import Path

import pytest

from companion.config import Sound
from hardware import speech
from hardware.errors import HardwareProblem
from hardware.speech import Espeak, voice_for


def program(folder: Path, script: str) -> str:
    file = folder / "espeak-ng"
    file.write_text(f"#!/bin/sh\n{script}\n")
    file.chmod(0o755)
    return str(file)


def espeak(name: str, longest_s: float = 10) -> Espeak:
    return Espeak(name, voice="en", words_per_minute=150, longest_s=longest_s)


def test_the_text_goes_in_by_a_pipe(tmp_path: Path) -> None:
    voice = espeak(program(tmp_path, f'cat > {tmp_path}/said; echo "$@" > {tmp_path}/options'))
    voice.say("--help; é")
    assert (tmp_path / "said").read_text("utf-8") == "--help; é"
    assert (tmp_path / "options").read_text().split() == ["-v", "en", "-s", "150", "--stdin"]


def test_a_program_that_fails_is_told(tmp_path: Path) -> None:
    voice = espeak(program(tmp_path, "cat > /dev/null; echo 'no audio' >&2; exit 1"))
    with pytest.raises(HardwareProblem, match="no audio"):
        voice.say("hello")


def test_a_program_that_reads_nothing_is_no_error_of_ours(tmp_path: Path) -> None:
    espeak(program(tmp_path, "exit 0")).say("hello " * 50_000)


def test_a_program_that_never_ends_is_ended(tmp_path: Path) -> None:
    voice = espeak(program(tmp_path, "exec sleep 60"), longest_s=0.1)
    start_s = time.monotonic()
    with pytest.raises(HardwareProblem, match="too long"):
        voice.say("hello")
    assert time.monotonic() - start_s < 10


def test_a_program_that_is_gone_is_told(tmp_path: Path) -> None:
    with pytest.raises(HardwareProblem, match="apt install espeak-ng"):
        espeak(str(tmp_path / "gone")).say("hello")


def test_closing_stops_in_the_middle_of_a_word(tmp_path: Path) -> None:
    voice = espeak(program(tmp_path, f"touch {tmp_path}/begun; exec sleep 60"))
    speaking = threading.Thread(target=voice.say, args=("hello",))
    speaking.start()
    while not (tmp_path / "begun").exists():
        time.sleep(0.005)
    voice.close()
    speaking.join(10)
    assert not speaking.is_alive()
    voice.say("no more")


def test_speech_is_wanted_or_not(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert voice_for(Sound(), language="en") is None
    program(tmp_path, f'cat > /dev/null; echo "$@" > {tmp_path}/options')
    monkeypatch.setenv("PATH", f"{tmp_path}:/usr/bin:/bin")
    for sound, voice in ((Sound(speech=True), "ca"), (Sound(speech=True, voice="en+f3"), "en+f3")):
        made = voice_for(sound, language="ca")
        assert made is not None
        made.say("bon dia")
        assert voice in (tmp_path / "options").read_text().split()
    monkeypatch.setenv("PATH", str(tmp_path / "nowhere"))
    with pytest.raises(HardwareProblem, match="speech = false"):
        voice_for(Sound(speech=True), language="ca")


@pytest.mark.skipif(shutil.which(speech.PROGRAM) is None, reason="espeak-ng is not installed")
def test_espeak_takes_our_options(tmp_path: Path) -> None:
    sound = tmp_path / "said.wav"
    command = [speech.PROGRAM, "-v", "en", "-s", "150", "--stdin", "-w", str(sound)]
    subprocess.run(command, input=b"Well played.", check=True)
    assert sound.stat().st_size > 1000
