"""Short days in English that nobody reads the wrong way round: 11/04 is two days."""

SHORT_DATE_FORMAT = "M j, Y"
SHORT_DATETIME_FORMAT = "M j, Y, P"
