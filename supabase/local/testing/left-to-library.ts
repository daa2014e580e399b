/** Headers of a read that means the same, and that only the REST library answers: for tests of the library's seams. */
export const leftToLibrary = { accept: 'application/json;q=1' }
