// The first test goes here.
