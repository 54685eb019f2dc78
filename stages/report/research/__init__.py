"""The methodology's research questions, each answered by figures of this run.

Every mean stands with its interval over data sets. A question that the data cannot answer says so,
and says what would be needed.
"""
