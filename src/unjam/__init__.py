"""unjam: solve, rate, generate, play and show state-space puzzles."""
