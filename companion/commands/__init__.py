"""The subcommands of `moontable`, one module a family; may import `companion` only."""
