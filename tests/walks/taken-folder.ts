/** What the walks saw of each machine, a file a walk. */
export const takenFolder = 'node_modules/.cache/walks/taken'
