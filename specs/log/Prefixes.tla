------------------------------ MODULE Prefixes ------------------------------
(* Sequences seen as prefixes of one another: the vocabulary of logs. *)
EXTENDS Naturals, Sequences

\* @type: (Int, Int) => Int;
Min2(a, b) == IF a < b THEN a ELSE b

\* @type: (Int, Int) => Int;
Max2(a, b) == IF a > b THEN a ELSE b

\* The elements of s.
\* @type: Seq(a) => Set(a);
Range(s) == {s[i] : i \in DOMAIN s}

\* The first n elements of s.
\* @type: (Seq(a), Int) => Seq(a);
Prefix(s, n) == SubSeq(s, 1, n)

\* s without its first n elements.
\* @type: (Seq(a), Int) => Seq(a);
Suffix(s, n) == SubSeq(s, n + 1, Len(s))

\* @type: (Seq(a), Seq(a)) => Bool;
IsPrefix(s, t) == Len(s) <= Len(t) /\ s = Prefix(t, Len(s))

\* One of the two is a prefix of the other.
\* @type: (Seq(a), Seq(a)) => Bool;
Comparable(s, t) == IsPrefix(s, t) \/ IsPrefix(t, s)

\* @type: (Seq(a), Seq(a)) => Seq(a);
Longer(s, t) == IF Len(s) >= Len(t) THEN s ELSE t

\* x stands before y in s.
\* @type: (Seq(a), a, a) => Bool;
Before(s, x, y) == \E i, j \in DOMAIN s : i < j /\ s[i] = x /\ s[j] = y

\* @type: Seq(a) => Bool;
NoDuplicates(s) == \A i, j \in DOMAIN s : i # j => s[i] # s[j]
=============================================================================
