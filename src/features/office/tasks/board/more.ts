/** Loads the column's next page; null when it has all. */
export type More = { isLoading: boolean; load: () => void } | null
