"""Reading the database: the file and its snapshots, SQL, store."""
