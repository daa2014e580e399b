import { lazyPart } from '@/kit/dialog/lazy-part'
import { useIsHeld } from './tap-or-hold'

const KeysInPlace = lazyPart<{ opened: boolean; onClose: () => void }>(
  async () => (await import('./keys-in-place')).KeysInPlace,
)

/** Shows the keys of the screen in their places while `?` is held. */
export const HeldKeys = () => (useIsHeld() ? <KeysInPlace opened onClose={() => {}} /> : null)
