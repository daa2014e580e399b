let prepare: (() => Promise<void>) | null = null

/** What a page does before a refusal reaches its screen, such as loading its words. The pages of the site load nothing for it. */
export function beforeRefusals(next: () => Promise<void>): void {
  prepare = next
}

/** Waits for that. */
export const refusalsReady = async (): Promise<void> => prepare?.()
