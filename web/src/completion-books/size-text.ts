/** 12.3 MB */
export const sizeText = (bytes: number): string =>
  bytes < 1_000_000 ? `${Math.max(1, Math.round(bytes / 1_000)).toLocaleString('ja-JP')} KB` : `${(bytes / 1_000_000).toFixed(1)} MB`
