/**
 * Takes shares of other programs from now on, where the app is installed: only then the device offers it. Without service
 * workers nothing happens.
 */
export function takeShares(): void {
  if (!('serviceWorker' in navigator) || !matchMedia('(display-mode: standalone)').matches) return
  navigator.serviceWorker
    .register('/share-worker.js', { scope: '/share-target', updateViaCache: 'none' })
    .catch(() => {})
}
