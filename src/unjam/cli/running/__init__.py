"""Running a command on many levels, in this process or in workers, and saving the results in a folder."""
