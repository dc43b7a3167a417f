"""The camera is set up in the browser: the steps of `calibration.wizard`, photographs between.

One set-up is in hand at a time, in memory; saving makes the referee read with it at once.
"""

from webui.wizard.routes import wizard_area

__all__ = ["wizard_area"]
