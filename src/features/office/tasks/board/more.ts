/** How a column gets its next page; null when it has all. */
export type More = { isLoading: boolean; load: () => void } | null
