"""What every stage stands on: its frame, configs, records and files. A change here runs every stage again."""
