import { type Coordinates, rounded } from '@/shared/domain/places/coordinates'

const patience = 3_000

/** The phone's position, if it is known within three seconds and the person allows it; else null. */
export const placeNow = (): Promise<Coordinates | null> =>
  new Promise((resolve) => {
    const phone: Geolocation | null | undefined = navigator.geolocation
    if (!phone) return resolve(null)
    const late = setTimeout(() => resolve(null), patience)
    const end = (at: Coordinates | null) => {
      clearTimeout(late)
      resolve(at)
    }
    phone.getCurrentPosition(
      ({ coords }) => end(rounded({ lat: coords.latitude, lng: coords.longitude })),
      () => end(null),
      { maximumAge: 60_000, timeout: patience },
    )
  })
