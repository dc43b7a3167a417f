"""Spoken text, by the program espeak-ng where it is installed."""

from __future__ import annotations

import shutil
import subprocess
import threading

from companion.config import Sound
from hardware.errors import HardwareProblem

PROGRAM = "espeak-ng"
LONGEST_S = 30.0
"""A sentence that takes longer is cut off."""


class Espeak:
    """Speaks through espeak-ng. The text goes in by a pipe, so none is taken for an option."""

    def __init__(
        self, program: str, *, voice: str, words_per_minute: int, longest_s: float = LONGEST_S
    ) -> None:
        self._command = (program, "-v", voice, "-s", str(words_per_minute), "--stdin")
        self._longest_s = longest_s
        self._lock = threading.Lock()
        self._speaking: subprocess.Popen[bytes] | None = None
        self._closed = False

    def say(self, text: str) -> None:
        """Speak to the end. Raises `HardwareProblem` if the program fails or takes too long."""
        try:
            with self._lock:
                if self._closed:
                    return
                speaking = self._speaking = subprocess.Popen(
                    self._command,
                    stdin=subprocess.PIPE,
                    stdout=subprocess.DEVNULL,
                    stderr=subprocess.PIPE,
                )
        except OSError as error:
            advice = "Install it: sudo apt install espeak-ng"
            raise HardwareProblem(f"{self._command[0]} can't be started.", advice) from error
        with speaking:
            try:
                _, said = speaking.communicate(text.encode(), timeout=self._longest_s)
            except subprocess.TimeoutExpired as error:
                speaking.kill()
                advice = "Is the loudspeaker there? Try: espeak-ng hello"
                raise HardwareProblem("The voice took too long.", advice) from error
        if speaking.returncode and not self._closed:
            why = said.decode(errors="replace").strip()[:200]
            advice = "Try: espeak-ng hello"
            raise HardwareProblem(f"The voice failed ({why or speaking.returncode}).", advice)

    def close(self) -> None:
        """Stop in the middle of a word."""
        with self._lock:
            self._closed = True
            if self._speaking is not None and self._speaking.poll() is None:
                self._speaking.kill()


def voice_for(sound: Sound, *, language: str) -> Espeak | None:
    """The voice that the settings ask for; None if they want none.

    Raises `HardwareProblem` if they want one and espeak-ng is not installed.
    """
    if not sound.speech:
        return None
    program = shutil.which(PROGRAM)
    if program is None:
        advice = "Install it (sudo apt install espeak-ng), or set speech = false in [sound]."
        raise HardwareProblem(f"{PROGRAM} is not installed, so nothing is spoken.", advice)
    return Espeak(program, voice=sound.voice or language, words_per_minute=sound.words_per_minute)
