"""Reading the database: connection and reload, SQL, store."""
