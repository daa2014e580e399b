import { GoogleLocationScreen } from '@/features/people/locations/components/google-location-screen'
import { locationLinks } from './location-links'

export const Component = () => <GoogleLocationScreen links={locationLinks} />
