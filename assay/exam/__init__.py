"""The exam that judges sit: documents whose truth is known by how they were made."""
