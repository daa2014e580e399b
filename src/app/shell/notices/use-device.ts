import { useEffect, useEffectEvent } from 'react'
import { useNavigate } from 'react-router-dom'
import { takeShares } from '@/shared/lib/take-shares'

/**
 * The page as an app of a device: the staff may install it, and a notice that is opened on the device leads this page to
 * what it tells of.
 */
export function useDevice(): void {
  const navigate = useNavigate()
  const open = useEffectEvent(({ data }: MessageEvent) => {
    const place: unknown = Object(data).open
    if (typeof place === 'string' && place.startsWith('/') && !place.startsWith('//')) void navigate(place)
  })
  useEffect(() => {
    if (!('serviceWorker' in navigator)) return
    navigator.serviceWorker.addEventListener('message', open)
    return () => navigator.serviceWorker.removeEventListener('message', open)
  }, [])
  useEffect(takeShares, [])
  useEffect(() => {
    const links = [
      { rel: 'manifest', href: '/manifest.webmanifest' },
      { rel: 'apple-touch-icon', href: '/icons/apple-touch-icon.png' },
    ].map((named) => Object.assign(document.createElement('link'), named))
    document.head.append(...links)
    return () => {
      for (const link of links) link.remove()
    }
  }, [])
}
