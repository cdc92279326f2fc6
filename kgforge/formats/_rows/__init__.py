"""Items as rows, one for each prompt: what layouts share that have a record for each question."""
