"""All outputs of a table: what the table is in goes in, lights, tunes and speech come out."""

from __future__ import annotations

from collections.abc import Callable

from companion import config
from hardware.api import LightDriver, SpeechDriver, TuneDriver
from hardware.lights import Lights, TableView, lights_for
from hardware.sounds import Tune, tune_for
from hardware.speech import LONGEST_S
from hardware.worker import Health, Worker, ignore


class Outputs:
    """Shows and sounds what the table is in. Nothing here waits for an output, or fails with it.

    ``tell`` hears of an output that gets stuck, fails, or is well again. One thread uses it.
    """

    def __init__(
        self,
        *,
        lights: LightDriver,
        buzzer: TuneDriver | None = None,
        voice: SpeechDriver | None = None,
        settings: config.Outputs | None = None,
        tell: Callable[[Health], None] = ignore,
    ) -> None:
        limits = settings or config.Outputs()
        waiting, timeout_s = limits.waiting, limits.timeout_s
        self._drivers = [driver for driver in (lights, buzzer, voice) if driver is not None]
        self._view = TableView()
        # Of lights only the newest matter.
        self._lights = Worker("lights", lights.show, timeout_s=timeout_s, tell=tell)
        self._buzzer: Worker[Tune] | None = None
        self._voice: Worker[str] | None = None
        if buzzer is not None:
            longest_s = max(tune.length_s for tune in Tune)
            self._buzzer = Worker(
                "buzzer", buzzer.play, timeout_s=timeout_s + longest_s, waiting=waiting, tell=tell
            )
        if voice is not None:
            self._voice = Worker(
                "voice", voice.say, timeout_s=timeout_s + LONGEST_S, waiting=waiting, tell=tell
            )

    def show(self, view: TableView) -> None:
        """Show what the table is in, and sound what is new in it."""
        before, self._view = self._view, view
        self._lights.put(lights_for(view))
        tune = tune_for(before, view)
        if tune is not None:
            self.play(tune)

    def play(self, tune: Tune) -> None:
        """Sound a tune, where there is a buzzer."""
        if self._buzzer is not None:
            self._buzzer.put(tune)

    def say(self, text: str) -> None:
        """Speak a text, where there is a voice."""
        if self._voice is not None and text.strip():
            self._voice.put(text)

    def health(self) -> tuple[Health, ...]:
        """How each output is now."""
        workers = (self._lights, self._buzzer, self._voice)
        return tuple(worker.health() for worker in workers if worker is not None)

    def close(self, *, wait_s: float = 1.0) -> None:
        """Put the lights out and let go of everything, as far as the outputs answer."""
        self._lights.put(Lights())
        for driver in self._drivers[1:]:  # lights end by going out, sounds at once
            _close(driver.close, wait_s=wait_s)
        for worker in (self._lights, self._buzzer, self._voice):
            if worker is not None:
                worker.close(wait_s=wait_s)
        _close(self._drivers[0].close, wait_s=wait_s)


def _close(close: Callable[[], None], *, wait_s: float) -> None:
    """Call what may block for ever, in a thread that may be left behind."""

    def closing(_: None) -> None:
        close()

    worker: Worker[None] = Worker("close", closing, timeout_s=wait_s)
    worker.put(None)
    worker.close(wait_s=wait_s)
