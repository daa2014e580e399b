const key = 'signwright.single-keys'

/** Whether keys without Ctrl are shortcuts in this browser: dictation and shaky hands press them by accident. */
export function singleKeysHere(): boolean {
  try {
    return localStorage.getItem(key) !== 'off'
  } catch {
    return true
  }
}

export function setSingleKeys(isOn: boolean): void {
  try {
    localStorage.setItem(key, isOn ? 'on' : 'off')
  } catch {
    return
  }
}
