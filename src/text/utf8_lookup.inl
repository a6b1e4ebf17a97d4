// UTF-8 validation by table lookup: John Keiser, Daniel Lemire, "Validating UTF-8 In Less Than One
// Instruction Per Byte", Software: Practice and Experience 51 (2021), https://arxiv.org/abs/2010.03090.
//
// Included inside an anonymous namespace by one file an instruction set, after a struct Vector with the
// operations used here. Nothing of the standard library is used, so that the linker never takes a
// function compiled for one instruction set as the copy for all.
//
// Errors of two bytes in a row show in three nibbles: the high and the low one of the first byte and the
// high one of the second. Each table gives the set of errors that its nibble allows; what is in all three
// sets has happened.
enum Error : unsigned char {
  kTooShort = 1 << 0,      // a lead byte, then no continuation
  kTooLong = 1 << 1,       // ASCII, then a continuation
  kOverlong3 = 1 << 2,     // E0 80..9F
  kTooLarge = 1 << 3,      // F4 90..BF, F5.. 90..BF
  kSurrogate = 1 << 4,     // ED A0..BF
  kOverlong2 = 1 << 5,     // C0, C1
  kTooLarge1000 = 1 << 6,  // F5.. 80..8F
  kOverlong4 = 1 << 6,     // F0 80..8F
  kTwoContinuations = 1 << 7,
  kCarry = kTooShort | kTooLong | kTwoContinuations,  // independent of the low nibble
};

// clang-format off
alignas(16) constexpr unsigned char kFirstHigh[16] = {
    kTooLong, kTooLong, kTooLong, kTooLong, kTooLong, kTooLong, kTooLong, kTooLong,  // ASCII
    kTwoContinuations, kTwoContinuations, kTwoContinuations, kTwoContinuations,      // continuation
    kTooShort | kOverlong2,                                                          // C0..CF
    kTooShort,                                                                       // D0..DF
    kTooShort | kOverlong3 | kSurrogate,                                             // E0..EF
    kTooShort | kTooLarge | kTooLarge1000 | kOverlong4,                              // F0..FF
};
alignas(16) constexpr unsigned char kFirstLow[16] = {
    kCarry | kOverlong3 | kOverlong2 | kOverlong4,  // .0
    kCarry | kOverlong2,                            // .1
    kCarry, kCarry,                                 // .2, .3
    kCarry | kTooLarge,                             // .4
    kCarry | kTooLarge | kTooLarge1000,             // .5
    kCarry | kTooLarge | kTooLarge1000, kCarry | kTooLarge | kTooLarge1000, kCarry | kTooLarge | kTooLarge1000,
    kCarry | kTooLarge | kTooLarge1000, kCarry | kTooLarge | kTooLarge1000, kCarry | kTooLarge | kTooLarge1000,
    kCarry | kTooLarge | kTooLarge1000,
    kCarry | kTooLarge | kTooLarge1000 | kSurrogate,  // .D
    kCarry | kTooLarge | kTooLarge1000, kCarry | kTooLarge | kTooLarge1000,
};
alignas(16) constexpr unsigned char kSecondHigh[16] = {
    kTooShort, kTooShort, kTooShort, kTooShort, kTooShort, kTooShort, kTooShort, kTooShort,     // ASCII
    kTooLong | kOverlong2 | kTwoContinuations | kOverlong3 | kTooLarge1000 | kOverlong4,        // 80..8F
    kTooLong | kOverlong2 | kTwoContinuations | kOverlong3 | kTooLarge,                         // 90..9F
    kTooLong | kOverlong2 | kTwoContinuations | kSurrogate | kTooLarge,                         // A0..AF
    kTooLong | kOverlong2 | kTwoContinuations | kSurrogate | kTooLarge,                         // B0..BF
    kTooShort, kTooShort, kTooShort, kTooShort,                                                 // lead bytes
};
// clang-format on

inline Vector errors_of(Vector input, Vector previous) {
  const Vector previous1 = Vector::shifted_in<1>(input, previous);
  const Vector pairs = Vector::lookup(kFirstHigh, previous1.high_nibbles()) &
                       Vector::lookup(kFirstLow, previous1.low_nibbles()) &
                       Vector::lookup(kSecondHigh, input.high_nibbles());
  // The third byte of three and the third and fourth of four are continuations after continuations:
  // exactly there kTwoContinuations is no error.
  const Vector third = Vector::shifted_in<2>(input, previous).saturating_minus(0xE0 - 0x80);
  const Vector fourth = Vector::shifted_in<3>(input, previous).saturating_minus(0xF0 - 0x80);
  return pairs ^ ((third | fourth) & Vector::all(0x80));
}

constexpr unsigned long kBlock = 64;
constexpr int kVectors = kBlock / Vector::kSize;

struct State {
  Vector previous = Vector::all(0);  // the last vector before the block

  // Whether the block, or a sequence that began before it and should go on in it, is ill-formed.
  bool bad(const unsigned char* block) {
    Vector input[kVectors];
    Vector any = Vector::all(0);
    for (int i = 0; i < kVectors; ++i) {
      input[i] = Vector::load(block + i * Vector::kSize);
      any = any | input[i];
    }
    Vector errors = Vector::all(0);
    if (any.is_ascii()) {
      errors = errors_of(input[0], previous);  // only for what the block before has left open
    } else {
      Vector before = previous;
      for (int i = 0; i < kVectors; ++i) {
        errors = errors | errors_of(input[i], before);
        before = input[i];
      }
    }
    previous = input[kVectors - 1];
    return !errors.is_zero();
  }
};

// Start of the first block of 64 bytes in which an error shows (one that only shows at the end: an offset
// before it), or `size`.
inline unsigned long first_bad_block(const unsigned char* data, unsigned long size) {
  State state;
  unsigned long at = 0;
  for (; size - at >= kBlock; at += kBlock) {
    if (state.bad(data + at)) return at;
  }
  // The rest, filled up with zeros: being ASCII, they also show a sequence cut off at the end.
  alignas(64) unsigned char last[kBlock] = {};
  __builtin_memcpy(last, data + at, size - at);
  if (!state.bad(last)) return size;
  return at < size ? at : size - 1;
}
