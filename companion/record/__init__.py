"""The append-only record of games and its text form; may import `companion` only.

    events   what can happen, as values          log      the file, to which events are only added
    replay   events -> the game they tell        sitting  a game in hand: recorded, then shown
    compose  a game in hand -> its events        salvage  what can be read from a damaged file
    text     a game as people read it            reading  such a text as a game again
    export   text, JSON, and a line for a list

Everything that others use is named here.
"""

from companion.record.compose import (
    misread_action,
    misread_table,
    overruled,
    played,
    referee_wrong,
    refused,
    result,
    started,
    takeback,
)
from companion.record.events import (
    Abandoned,
    ClockRead,
    Comment,
    Event,
    EventData,
    EventKind,
    Misread,
    Overruled,
    Played,
    Problem,
    RefereeWrong,
    Refused,
    Remedy,
    Result,
    Resumed,
    Started,
    Takeback,
)
from companion.record.export import export_json, export_text, game_to_json, read_json, summary
from companion.record.files import Durability, set_aside
from companion.record.listing import GameEntry, GameStatus, StoredEvents
from companion.record.log import SYSTEM_CLOCKS, Clocks, Recorder, RecordLog
from companion.record.reading import Reading, read_file, read_text
from companion.record.replay import Replay, Step, Timeline, advance, begin, replay, table_mark
from companion.record.salvage import SavedGame, salvage, salvage_into
from companion.record.sitting import (
    Sitting,
    begin_game,
    continue_good_part,
    load_game,
    resume_game,
)
from companion.record.text import write_text

__all__ = [
    "SYSTEM_CLOCKS",
    "Abandoned",
    "ClockRead",
    "Clocks",
    "Comment",
    "Durability",
    "Event",
    "EventData",
    "EventKind",
    "GameEntry",
    "GameStatus",
    "Misread",
    "Overruled",
    "Played",
    "Problem",
    "Reading",
    "RecordLog",
    "Recorder",
    "RefereeWrong",
    "Refused",
    "Remedy",
    "Replay",
    "Result",
    "Resumed",
    "SavedGame",
    "Sitting",
    "Started",
    "Step",
    "StoredEvents",
    "Takeback",
    "Timeline",
    "advance",
    "begin",
    "begin_game",
    "continue_good_part",
    "export_json",
    "export_text",
    "game_to_json",
    "load_game",
    "misread_action",
    "misread_table",
    "overruled",
    "played",
    "read_file",
    "read_json",
    "read_text",
    "referee_wrong",
    "refused",
    "replay",
    "result",
    "resume_game",
    "salvage",
    "salvage_into",
    "set_aside",
    "started",
    "summary",
    "table_mark",
    "takeback",
    "write_text",
]
