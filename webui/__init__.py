"""The panel in the browser, served by Flask; may import `companion` and `vision`.

`create_app` in `webui.app` makes the application from its `Parts`; `webui.serving` serves it;
`webui.telling` says what a viewer may know of the table.
"""
