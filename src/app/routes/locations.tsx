import { LocationsScreen } from '@/features/people/locations/components/locations-screen'
import { locationLinks } from './location-links'

export const Component = () => <LocationsScreen links={locationLinks} />
