import { LocationsScreen } from '@/features/locations/components/locations-screen'
import { locationLinks } from './location-links'

export const Component = () => <LocationsScreen links={locationLinks} />
