"""What every stage uses: configs, records, files. A change here runs every stage again."""
