"""Recorded sessions: what people did, what was seen and said; to be played again.

form        the folder and its lines       recording   a live session, written as it happens
wire        commands as JSON               replaying   a session played again and compared
eyes        a camera that shows its photos
"""
