/** The number of one version of a quotation, as its paper says it: `Q-2026-0551-R2`. */
export const quotationNumber = (number: string, version: number | null): string =>
  version !== null && version > 1 ? `${number}-R${version}` : number
