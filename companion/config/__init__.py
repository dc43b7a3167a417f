"""The settings: one TOML file, overridden by the environment, read into frozen values.

    settings = load_config()
    settings.pins.done_brown        # 17

`sections` says what can be set, `reading` how a file and the environment become settings, and
`writing` how settings are printed.
"""

from companion.config.reading import config_path, load_config, settings_from
from companion.config.sections import (
    Buttons,
    BuzzerKind,
    Camera,
    CameraSource,
    Clock,
    Outputs,
    Panel,
    Pins,
    Settings,
    Sound,
    Table,
)
from companion.config.writing import as_toml

__all__ = [
    "Buttons",
    "BuzzerKind",
    "Camera",
    "CameraSource",
    "Clock",
    "Outputs",
    "Panel",
    "Pins",
    "Settings",
    "Sound",
    "Table",
    "as_toml",
    "config_path",
    "load_config",
    "settings_from",
]
