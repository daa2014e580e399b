/** Why a check fails or pieces are made again; `job_checks.reason` in the database. */
export const checkReasons = [
  { value: 'print', label: 'Print or colour' },
  { value: 'cut', label: 'Cut or size' },
  { value: 'assembly', label: 'Assembly or finish' },
  { value: 'material', label: 'Faulty material' },
  { value: 'machine', label: 'Machine' },
  { value: 'artwork', label: 'Artwork or text' },
  { value: 'measure', label: 'Wrong measure' },
  { value: 'damage', label: 'Damaged' },
  { value: 'client', label: 'The client changed it' },
  { value: 'short', label: 'Pieces are short' },
  { value: 'other', label: 'Something else' },
] as const

/** The words of a reason. */
export const reasonLabel = (reason: string): string =>
  checkReasons.find(({ value }) => value === reason)?.label ?? reason
