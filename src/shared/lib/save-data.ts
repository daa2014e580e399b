/** Whether the browser asks to transfer as little as possible: then nothing is fetched that may not be needed. */
export const savesData = (): boolean =>
  (navigator as Navigator & { connection?: { saveData?: boolean } }).connection?.saveData === true
