import { flag } from '@/shared/domain/records/mini-schema'
import { memoryOfBrowser } from '@/shared/lib/memory'

const choice = memoryOfBrowser('single-keys', flag)

/** True when keys without Ctrl are shortcuts in this browser. Dictation and shaky hands press them by accident. */
export const singleKeysHere = (): boolean => choice.read() ?? true

export const setSingleKeys = (isOn: boolean): void => void choice.keep(isOn)
