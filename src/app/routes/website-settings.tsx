export { MetadataSettingsScreen as Component } from '@/features/website/components/metadata-settings-screen'
