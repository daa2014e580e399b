/** What the models' paths walk of each machine, a file a machine: `npm run models` sums it up. */
export const coverageFolder = 'node_modules/.cache/models'
