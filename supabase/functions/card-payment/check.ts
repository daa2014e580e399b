import { Refusal } from '../_shared/answers.ts'
import { createVivaOrder, vivaSettings, vivaToken, vivaWebhookKey } from '../_shared/viva.ts'

/** One checked step: its name, its success, and the reason of a failure. */
type Step = { name: 'settings' | 'token' | 'webhook' | 'order'; works: boolean; words: string | null }

/** Tries everything that card payment needs of the bank; the order over 1 euro is never paid. */
export async function checkProvider(): Promise<{ steps: Step[] }> {
  const settings = vivaSettings()
  if (!settings) return { steps: [{ name: 'settings', works: false, words: 'Card payment is not set up.' }] }
  return {
    steps: [
      { name: 'settings', works: true, words: null },
      await tried('token', () => vivaToken(settings)),
      await tried('webhook', () => vivaWebhookKey(settings)),
      await tried('order', () =>
        createVivaOrder(settings, {
          cents: 100n,
          customerText: 'Check',
          merchantText: 'Check, not to be paid',
          timeout: 60,
        }),
      ),
    ],
  }
}

async function tried(name: Step['name'], work: () => Promise<unknown>): Promise<Step> {
  try {
    await work()
    return { name, works: true, words: null }
  } catch (failure) {
    return { name, works: false, words: failure instanceof Refusal ? failure.message : 'Something went wrong.' }
  }
}
