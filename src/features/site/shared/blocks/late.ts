import { type ComponentType, lazy } from 'react'
import type { OneBlockProps } from './block-frame'

type Late = { LateBlock: ComponentType<OneBlockProps>; LateShopfront: ComponentType }
let loaded: Late | null = null

/** Loads the code of the late blocks. The server does this before it writes a page, so that the page has them. */
export const loadLateBlocks = async (): Promise<Late> => (loaded ??= await import('./late-blocks'))

/** A promise that tells its value at once: React renders what is loaded without waiting. */
const atOnce = <Value>(value: Value): Promise<Value> =>
  Object.assign(Promise.resolve(value), { then: (heard: (value: Value) => unknown) => heard(value) })

/** A reader who does nothing gets the code after this, in ms. */
const longest = 4_000

/**
 * Waits for the first sign of a reader on a page that the server wrote: it shows these blocks already. Any other page needs their code
 * at once.
 */
function reader(): Promise<void> {
  if (document.getElementById('page-state') === null) return Promise.resolve()
  const signs = ['scroll', 'pointerdown', 'keydown', 'focusin'] as const
  return new Promise((come) => {
    const timer = setTimeout(come, longest)
    const act = () => {
      clearTimeout(timer)
      for (const sign of signs) window.removeEventListener(sign, act, true)
      come()
    }
    for (const sign of signs) window.addEventListener(sign, act, { capture: true, passive: true })
  })
}

const late = <Props>(pick: (all: Late) => ComponentType<Props>) =>
  lazy(() =>
    loaded
      ? atOnce({ default: pick(loaded) })
      : reader()
          .then(loadLateBlocks)
          .then((all) => ({ default: pick(all) })),
  )

/**
 * The blocks whose code comes after the first paint. What the server wrote of them stays on the page until then
 * (docs/decisions/0910).
 */
export const LateBlock = late((all) => all.LateBlock)
/** The drawing of an opening without a photograph. */
export const LateShopfront = late((all) => all.LateShopfront)
