export { MetadataSettingsScreen as Component } from '@/features/site/website/components/metadata-settings-screen'
