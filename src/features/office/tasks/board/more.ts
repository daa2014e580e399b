/** Loads the column's next page; null when it has all. */
export type More = { isLoading: boolean; hasFailed: boolean; load: () => void } | null
