type Names = readonly (readonly [RegExp, string])[];

/**
 * The name of each browser, with the pattern that finds it. The first match counts, because many browsers also send the
 * names of browsers that they imitate.
 */
const BROWSERS: Names = [
  [/MicroMessenger\//, 'WeChat'],
  [/\bEdg(e|A|iOS)?\//, 'Edge'],
  [/\bOPR\/|\bOpera\b/, 'Opera'],
  [/SamsungBrowser\//, 'Samsung Internet'],
  [/HuaweiBrowser\//, 'Huawei Browser'],
  [/\bFirefox\/|\bFxiOS\//, 'Firefox'],
  [/Chrome\/|\bCriOS\//, 'Chrome'],
  [/\bVersion\/.*\bSafari\//, 'Safari'],
];

const SYSTEMS: Names = [
  [/HarmonyOS/, 'HarmonyOS'],
  [/\biPad\b/, 'iPadOS'],
  [/\biPhone\b|\biPod\b/, 'iOS'],
  [/\bAndroid\b/, 'Android'],
  [/\bWindows\b/, 'Windows'],
  [/\bMac OS X\b|\bMacintosh\b/, 'macOS'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bLinux\b/, 'Linux'],
];

const nameIn = (userAgent: string, names: Names): string | undefined =>
  names.find(([shape]) => shape.test(userAgent))?.[1];

/** Returns the everyday names of a device's browser and system; undefined if the user agent contains no known name. */
export const deviceName = (userAgent: string): { browser: string | undefined; system: string | undefined } => ({
  browser: nameIn(userAgent, BROWSERS),
  system: nameIn(userAgent, SYSTEMS),
});
