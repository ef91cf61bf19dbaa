/** Something the person who started the program can mend. Shown as its message alone, without a stack. */
export class StartProblem extends Error {}
