import { X509Certificate } from 'node:crypto';
import { expect, test } from 'vitest';
import { checkTimestamp } from '#server/transparency-log/check-timestamp.ts';

const bytesOfLines = (lines: string): Buffer => Buffer.from(lines.replaceAll('\n', ''), 'base64');

/** Made with `openssl ts`: a certificate, and three time stamps of the text by authorities that it issued. */
const TEXT = 'greenlot.test/log\n1\nAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=\n';
const ROOT = bytesOfLines(`
MIIBcTCCARigAwIBAgIUWpXGJbI1Y7LLOyPxgnUpEBHGKN8wCgYIKoZIzj0EAwIwFzEVMBMGA1UEAwwMRXhhbXBsZSBSb290MB4XDTI2MTEyOTAxMj
AxMFoXDTM2MTEyNjAxMjAxMFowFzEVMBMGA1UEAwwMRXhhbXBsZSBSb290MFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAEXChmiX7b01guBNRkimKq
FftaxRpwhp58FQ58mWpiiBr97Q0c0CFecMAipX0gShIU5oMpJ20Pct+Oj8MKP5Il5aNCMEAwDwYDVR0TAQH/BAUwAwEB/zAOBgNVHQ8BAf8EBAMCAQ
YwHQYDVR0OBBYEFMYbuICG3u4+aclw0iMvGLeU8FlHMAoGCCqGSM49BAMCA0cAMEQCIE4aCjQEvpWkI4xad4oWVJxWu8j4Lj953m00ngEYgrkUAiAS
3QRyavyxz2e9B6BkHDMEauTxJF3OKgLMle9f2K6tRQ==
`);
/** Signed with ECDSA on P-384; it names its certificate by SHA-256. */
const ECDSA_RESPONSE = bytesOfLines(`
MIIFTjADAgEAMIIFRQYJKoZIhvcNAQcCoIIFNjCCBTICAQMxDzANBglghkgBZQMEAgEFADBtBgsqhkiG9w0BCRABBKBeBFwwWgIBAQYEKgMEATAxMA
0GCWCGSAFlAwQCAQUABCBmEaYZei2d8X7MGIhcaUCnTp4WmLvCh781XB82DR4vlwIBAhgPMjAyNjExMjkwMTIwMTBaAggapjDASJWeH6CCA0QwggHL
MIIBcqADAgECAhR6bpy8aDf1Mcaaxgf91+vtqkFsvDAKBggqhkjOPQQDAjAXMRUwEwYDVQQDDAxFeGFtcGxlIFJvb3QwHhcNMjYxMTI5MDEyMDEwWh
cNMzUwMjE1MDEyMDEwWjAeMRwwGgYDVQQDDBNFeGFtcGxlIFRpbWUgU3RhbXBzMHYwEAYHKoZIzj0CAQYFK4EEACIDYgAE4UstfBnAARN7c8odDpR2
5G7LRPXghTmr6Wf6tXkVtALjyoUko4EkZx+Ja6zHy0hMJ51g9cQ05yBIrvhaBGmzXzCqEtHpNPS0ltdj6jx5OQVZgzNNT2rRcAenOQBCv6Lao3gwdj
AMBgNVHRMBAf8EAjAAMA4GA1UdDwEB/wQEAwIHgDAWBgNVHSUBAf8EDDAKBggrBgEFBQcDCDAdBgNVHQ4EFgQUge3zyvr5AvV9+O8EE9a1NX+lDLgw
HwYDVR0jBBgwFoAUxhu4gIbe7j5pyXDSIy8Yt5TwWUcwCgYIKoZIzj0EAwIDRwAwRAIgdXgClfMW0RK0S4rpKExv8AAjWsy3v5l37CB1vQxbFcICIC
ok59YX9BnsJN5rF16mr0fbXkQwXZ3Ll8ZRwxlaJ4yGMIIBcTCCARigAwIBAgIUWpXGJbI1Y7LLOyPxgnUpEBHGKN8wCgYIKoZIzj0EAwIwFzEVMBMG
A1UEAwwMRXhhbXBsZSBSb290MB4XDTI2MTEyOTAxMjAxMFoXDTM2MTEyNjAxMjAxMFowFzEVMBMGA1UEAwwMRXhhbXBsZSBSb290MFkwEwYHKoZIzj
0CAQYIKoZIzj0DAQcDQgAEXChmiX7b01guBNRkimKqFftaxRpwhp58FQ58mWpiiBr97Q0c0CFecMAipX0gShIU5oMpJ20Pct+Oj8MKP5Il5aNCMEAw
DwYDVR0TAQH/BAUwAwEB/zAOBgNVHQ8BAf8EBAMCAQYwHQYDVR0OBBYEFMYbuICG3u4+aclw0iMvGLeU8FlHMAoGCCqGSM49BAMCA0cAMEQCIE4aCj
QEvpWkI4xad4oWVJxWu8j4Lj953m00ngEYgrkUAiAS3QRyavyxz2e9B6BkHDMEauTxJF3OKgLMle9f2K6tRTGCAWMwggFfAgEBMC8wFzEVMBMGA1UE
AwwMRXhhbXBsZSBSb290AhR6bpy8aDf1Mcaaxgf91+vtqkFsvDANBglghkgBZQMEAgEFAKCBpDAaBgkqhkiG9w0BCQMxDQYLKoZIhvcNAQkQAQQwHA
YJKoZIhvcNAQkFMQ8XDTI2MTEyOTAxMjAxMFowLwYJKoZIhvcNAQkEMSIEIA8TC3Oy3pG4ysU38UISk2tlhwTgNhowIfd9RpprlopNMDcGCyqGSIb3
DQEJEAIvMSgwJjAkMCIEIEaRSLt4ZZrjQbTSil67H/cK46njrvsidnbghwW15jrnMAoGCCqGSM49BAMCBGcwZQIwY3ACkzEX5VBVsztYD78DLHS3E+
XVQqTIdly7h/juP9eFjVijjMWi89/9KbIbs9QBAjEA4yTTJK5vG5mSjgrlspvPMtWEUCPT/miyL44X3w8du0tWtBjTEB8usu5x9oUOMGGd
`);
/** Signed with RSA and SHA-512; it names its certificate by SHA-512. */
const RSA_RESPONSE = bytesOfLines(`
MIIG4TADAgEAMIIG2AYJKoZIhvcNAQcCoIIGyTCCBsUCAQMxDzANBglghkgBZQMEAgMFADBtBgsqhkiG9w0BCRABBKBeBFwwWgIBAQYEKgMEATAxMA
0GCWCGSAFlAwQCAQUABCBmEaYZei2d8X7MGIhcaUCnTp4WmLvCh781XB82DR4vlwIBAxgPMjAyNjExMjkwMTIwMTBaAggapjDASJWeH6CCA+wwggJz
MIICGKADAgECAhR6bpy8aDf1Mcaaxgf91+vtqkFsvTAKBggqhkjOPQQDAjAXMRUwEwYDVQQDDAxFeGFtcGxlIFJvb3QwHhcNMjYxMTI5MDEyMDEwWh
cNMzUwMjE1MDEyMDEwWjAWMRQwEgYDVQQDDAtFeGFtcGxlIFJTQTCCASIwDQYJKoZIhvcNAQEBBQADggEPADCCAQoCggEBAN5JA2pYzjA6mLC/4NK/
Ty8zns+KIxMpmF8HISs4lwLtTa6n8j1R6Q9DTxiYXW4A38ZmZ+bfTviTwKqf/uS+gWMY3VZsxzATchDvws744snvJSLu4pLpg3qsJ6eGDljhhb0UiR
yb9wL8gS/0XwhFhxiqA9zVYXLOL8/qiuzlc3OL9/ggBcXqic5Bvr0Z3sekGnyj9uUFzzYvftTmMI09I98SVklaqjP6Tf3GYK4ZMnDsiONSX45QR9+t
RQnsVd1kWyw2F4z9t/eWNq5yXzwRz9UHf5V8ZvtWKS6of7MXN/664yoSm/mZhppZe1wcTbFAE5zDGtAGK+AYjSXw669yDhECAwEAAaN4MHYwDAYDVR
0TAQH/BAIwADAOBgNVHQ8BAf8EBAMCB4AwFgYDVR0lAQH/BAwwCgYIKwYBBQUHAwgwHQYDVR0OBBYEFCaKJSqMV8CVLA6CP+Z91K/eS2dVMB8GA1Ud
IwQYMBaAFMYbuICG3u4+aclw0iMvGLeU8FlHMAoGCCqGSM49BAMCA0kAMEYCIQDvttveqlZT1WRGIQVqhwPI/FweODWM5qOOXWhdgmkMjAIhAKC8JT
xqR+xzuOm5UXIkIlXG3+4uBImRzLqBYL/wsQA9MIIBcTCCARigAwIBAgIUWpXGJbI1Y7LLOyPxgnUpEBHGKN8wCgYIKoZIzj0EAwIwFzEVMBMGA1UE
AwwMRXhhbXBsZSBSb290MB4XDTI2MTEyOTAxMjAxMFoXDTM2MTEyNjAxMjAxMFowFzEVMBMGA1UEAwwMRXhhbXBsZSBSb290MFkwEwYHKoZIzj0CAQ
YIKoZIzj0DAQcDQgAEXChmiX7b01guBNRkimKqFftaxRpwhp58FQ58mWpiiBr97Q0c0CFecMAipX0gShIU5oMpJ20Pct+Oj8MKP5Il5aNCMEAwDwYD
VR0TAQH/BAUwAwEB/zAOBgNVHQ8BAf8EBAMCAQYwHQYDVR0OBBYEFMYbuICG3u4+aclw0iMvGLeU8FlHMAoGCCqGSM49BAMCA0cAMEQCIE4aCjQEvp
WkI4xad4oWVJxWu8j4Lj953m00ngEYgrkUAiAS3QRyavyxz2e9B6BkHDMEauTxJF3OKgLMle9f2K6tRTGCAk4wggJKAgEBMC8wFzEVMBMGA1UEAwwM
RXhhbXBsZSBSb290AhR6bpy8aDf1Mcaaxgf91+vtqkFsvTANBglghkgBZQMEAgMFAKCB8TAaBgkqhkiG9w0BCQMxDQYLKoZIhvcNAQkQAQQwHAYJKo
ZIhvcNAQkFMQ8XDTI2MTEyOTAxMjAxMFowTwYJKoZIhvcNAQkEMUIEQNhL/WeQZ8fYeJ8KZhYwNcWCukaYI4zdtT8mnCmSxX5LmnlSIZiLfUhdSJJ3
DqnAlH1G1WNZTAKobpYGAxynxpEwZAYLKoZIhvcNAQkQAi8xVTBTMFEwTzALBglghkgBZQMEAgMEQIYOQuUx84u8NN547nWm6Nw+aobiqLLR+KjJ3L
UOjYgsYRLgHbhILIeYPznzG4muclpvfNcmplz7VckwvJj3G2QwDQYJKoZIhvcNAQEBBQAEggEAAC7VjX1iZu4Pk/TtLmIM3+6kl2o2SKM8IAq9AZ6S
QOqf+E0pC8WSjnt4v377vS/qfl51/o+qUp7tw43jr3FNF7Adu7fwq/SvZ7hHvft0e4DtSxyxnvf+EvYfoXTymwJGhtB3dTnWejrGOHH52h9ApsqFVx
uwJJt8lQsHOWqBzPz+ZfV/XlPnfkZ2TnmHYhw7fsdwGmSGEKMtlD6uqsn6mPkgyN4xzRhOwVPukjA5sxpIivv/YjNue6ny0trHbhOT6xJb42OSf1mK
0Ha18GeRWoHQOjgK5mrHatkRADxEEWQ6SVJ0AjVF9IpR0mfCkSMrFEs3LompE71zxzmyKELSMw==
`);
/** Names its certificate by SHA-1, as before RFC 5816. */
const OLD_RESPONSE = bytesOfLines(`
MIIDzTADAgEAMIIDxAYJKoZIhvcNAQcCoIIDtTCCA7ECAQMxDzANBglghkgBZQMEAgEFADBtBgsqhkiG9w0BCRABBKBeBFwwWgIBAQYEKgMEATAxMA
0GCWCGSAFlAwQCAQUABCBmEaYZei2d8X7MGIhcaUCnTp4WmLvCh781XB82DR4vlwIBBBgPMjAyNjExMjkwMTIwMTBaAggapjDASJWeH6CCAc8wggHL
MIIBcqADAgECAhR6bpy8aDf1Mcaaxgf91+vtqkFsvDAKBggqhkjOPQQDAjAXMRUwEwYDVQQDDAxFeGFtcGxlIFJvb3QwHhcNMjYxMTI5MDEyMDEwWh
cNMzUwMjE1MDEyMDEwWjAeMRwwGgYDVQQDDBNFeGFtcGxlIFRpbWUgU3RhbXBzMHYwEAYHKoZIzj0CAQYFK4EEACIDYgAE4UstfBnAARN7c8odDpR2
5G7LRPXghTmr6Wf6tXkVtALjyoUko4EkZx+Ja6zHy0hMJ51g9cQ05yBIrvhaBGmzXzCqEtHpNPS0ltdj6jx5OQVZgzNNT2rRcAenOQBCv6Lao3gwdj
AMBgNVHRMBAf8EAjAAMA4GA1UdDwEB/wQEAwIHgDAWBgNVHSUBAf8EDDAKBggrBgEFBQcDCDAdBgNVHQ4EFgQUge3zyvr5AvV9+O8EE9a1NX+lDLgw
HwYDVR0jBBgwFoAUxhu4gIbe7j5pyXDSIy8Yt5TwWUcwCgYIKoZIzj0EAwIDRwAwRAIgdXgClfMW0RK0S4rpKExv8AAjWsy3v5l37CB1vQxbFcICIC
ok59YX9BnsJN5rF16mr0fbXkQwXZ3Ll8ZRwxlaJ4yGMYIBVzCCAVMCAQEwLzAXMRUwEwYDVQQDDAxFeGFtcGxlIFJvb3QCFHpunLxoN/UxxprGB/3X
6+2qQWy8MA0GCWCGSAFlAwQCAQUAoIGYMBoGCSqGSIb3DQEJAzENBgsqhkiG9w0BCRABBDAcBgkqhkiG9w0BCQUxDxcNMjYxMTI5MDEyMDEwWjArBg
sqhkiG9w0BCRACDDEcMBowGDAWBBSh1HMxfqOZKAd6KEzy0ntd96oYyDAvBgkqhkiG9w0BCQQxIgQgiL9Pb/g/ojnRiUs+Qh00dE06VDAfO+MPFXyj
c6FK2BUwCgYIKoZIzj0EAwIEZzBlAjAxG4w3M2Cx7V01sKFoSpyq5lUaPd1q+5vqS3BjksaKXXAy2ac7YQZdPWLEatkKoCkCMQDZMV0CXlOWB7FZCs
3oT/sxAjajZEhdmWBMtQlCKUPZf4eEghglS4nfYh/z/oHm1OI=
`);

const root = new X509Certificate(ROOT);
const trust = { certificates: [root] };

test.each([
  ['ECDSA', ECDSA_RESPONSE, 'CN=Example Time Stamps'],
  ['RSA', RSA_RESPONSE, 'CN=Example RSA'],
])('accepts a time stamp of OpenSSL with %s', async (_name, response, signer) => {
  const at = expect.stringMatching(/^2026-11-29T01:20:/);
  expect(await checkTimestamp(response, { text: TEXT, trust })).toEqual({ at, signer });
  const byFingerprint = { certificates: [], fingerprints: [root.fingerprint256] };
  expect(await checkTimestamp(response, { text: TEXT, trust: byFingerprint })).toEqual({ at, signer });
});

test('refuses another text, another nonce, and certificates that nobody trusts', async () => {
  const check = (given: object) => checkTimestamp(ECDSA_RESPONSE, { text: TEXT, trust, ...given });
  expect(await check({ text: `${TEXT}x` })).toBe('wrongImprint');
  expect(await check({ nonce: Uint8Array.of(1, 2, 3) })).toBe('wrongNonce');
  expect(await check({ trust: { certificates: [] } })).toBe('untrusted');
  expect(await check({ trust: { certificates: [], fingerprints: [`00${root.fingerprint256.slice(2)}`] } })).toBe(
    'untrusted',
  );
  expect(await checkTimestamp(new Uint8Array(), { text: TEXT, trust })).toBe('malformed');
  expect(await checkTimestamp(OLD_RESPONSE, { text: TEXT, trust })).toBe('wrongSignature');
});

test('no changed byte changes the time, and no fault throws', async () => {
  const right = await checkTimestamp(ECDSA_RESPONSE, { text: TEXT, trust });
  const refused = new Set<string>();
  for (let at = 0; at < ECDSA_RESPONSE.length; at += 3) {
    const changed = Buffer.from(ECDSA_RESPONSE);
    changed[at] = (changed[at] ?? 0) ^ 0x01;
    const checked = await checkTimestamp(changed, { text: TEXT, trust });
    if (typeof checked === 'string') refused.add(checked);
    // The certificate of the root is in the answer, too. It proves nothing there, so its bytes do not matter.
    else expect(checked).toEqual(right);
  }
  expect(refused).toEqual(new Set(['malformed', 'wrongImprint', 'wrongSignature']));
});
