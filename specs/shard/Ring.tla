-------------------------------- MODULE Ring --------------------------------
(***************************************************************************)
(* Who owns which tokens, and how clients find out.                        *)
(*                                                                         *)
(* Two things must not be confused.  What a group owns is said by the      *)
(* group's own replicated state (`owned`) and by nothing else.  The ring   *)
(* that the configuration manager (CM) keeps is news about it: a map of    *)
(* tokens to owners with a version, read and cached by groups and clients, *)
(* always possibly old.  A group serves a key only if it owns it; so an    *)
(* old ring costs a client a detour, never a wrong answer.                 *)
(*                                                                         *)
(*   owned           split, merged and moved by the groups                 *)
(*     | Propose: the owner computes a ring that says so                   *)
(*     v                                                                   *)
(*   ring at the CM  a compare-and-set on the version accepts it or not    *)
(*     | LearnRing                                                         *)
(*     v                                                                   *)
(*   known           each node's cached ring; WRONG_OWNER carries the      *)
(*                   group's to the client                                 *)
(*                                                                         *)
(* The CM may be away for as long as it likes, and then no ring tells of   *)
(* what has moved meanwhile.  So a group that gives a partition away keeps *)
(* in its replicated state to whom (`heir`), and WRONG_OWNER names that    *)
(* group: who follows from heir to heir goes forward in time, and comes to *)
(* the owner.  Moves of a key are numbered, in the groups' state and in    *)
(* the ring.  A group forgets an heir when the ring that it knows tells of *)
(* that move, or of a later one: from then on its rings lead as far.  That *)
(* the ring names the heir is not enough, for it may tell of an earlier    *)
(* time at which the heir was the owner.                                   *)
(*                                                                         *)
(* Modelled: split (inserts a token), merge (removes one), move (changes   *)
(* an owner); proposals delayed on their way to the CM and overtaken by    *)
(* others; clients that route by old rings, are redirected and catch up.   *)
(* Abstracted: a group is one process, its state its replicated log's      *)
(* (ReplicatedLog); how a partition is split or merged (SplitMerge) and    *)
(* how its data moves (Handoff): here Release and Take bracket the moment  *)
(* in which neither group serves.  A request that is lost or answered      *)
(* late is like one never handled: steps here need not happen.             *)
(*                                                                         *)
(* Source: ElasCass, section 3.1 (partitions), 3.1 step 4 (announcement);  *)
(* ACaZoo, sections III and IV (configuration manager, client routing).    *)
(* Read Tokens first.                                                      *)
(***************************************************************************)
EXTENDS Tokens

CONSTANTS
    \* Replica groups.
    \* @type: Set(NODE);
    Group,
    \* @type: Set(NODE);
    Client,
    \* The configuration manager.
    \* @type: NODE;
    CM,
    \* The tokens and owners to begin with.
    \* @type: Int -> NODE;
    FirstOwner

\* @typeAlias: ring = { version: Int, owner: Int -> NODE, move: Int -> Int };
\* @typeAlias: part = { from: Int, to: Int };
\* Fields that a message does not use hold any value of their type.
\* @typeAlias: msg = { type: Str, src: NODE, dst: NODE, key: Int, part: $part, ring: $ring, heir: NODE, move: Int };
RingAliases == TRUE

VARIABLES
    \* The CM's ring.
    \* @type: $ring;
    ring,
    \* Replicated state of each group: the partitions it serves.
    \* @type: NODE -> Set($part);
    owned,
    \* Replicated state of each group: to whom it gave each point, as far as it remembers; NoGroup: to nobody.
    \* @type: NODE -> Int -> NODE;
    heir,
    \* Replicated state of each group: the number of the last move of each point that it took part in.
    \* @type: NODE -> Int -> Int;
    moves,
    \* Each group's and client's cached ring.
    \* @type: NODE -> $ring;
    known,
    \* The key each client asks for, or NoKey.
    \* @type: NODE -> Int;
    wanted,
    \* Where each client was redirected last; NoGroup: it goes by its ring.
    \* @type: NODE -> NODE;
    named,
    \* Messages under way.
    \* @type: Set($msg);
    msgs

\* @type: <<NODE -> Int, NODE -> NODE>>;
clientVars == <<wanted, named>>
\* @type: <<NODE -> Int -> NODE, NODE -> Int -> Int>>;
givenVars == <<heir, moves>>
vars == <<ring, owned, givenVars, known, clientVars, msgs>>

NoKey == Modulus

\* In place of a group; the CM is none.
\* @type: NODE;
NoGroup == CM

\* @type: $ring => Set(Int);
TokensOf(r) == DOMAIN r.owner

\* The group that ring r routes point x to.
\* @type: ($ring, Int) => NODE;
Route(r, x) == r.owner[PartitionOf(TokensOf(r), x)]

\* The number of the move of point x that ring r tells of.
\* @type: ($ring, Int) => Int;
MoveIn(r, x) == r.move[PartitionOf(TokensOf(r), x)]

\* Group g's own state says that it serves point x.
\* @type: (NODE, Int) => Bool;
Owns(g, x) == x \in Covered(owned[g])

----------------------------------------------------------------------------
(* Messages *)

NoPart == [from |-> 0, to |-> 0]
NoRing == [version |-> 0, owner |-> FirstOwner, move |-> [t \in DOMAIN FirstOwner |-> 0]]

\* Client c asks group g for key k.
\* @type: (NODE, NODE, Int) => $msg;
Request(c, g, k) ==
    [type |-> "Request", src |-> c, dst |-> g, key |-> k, part |-> NoPart, ring |-> NoRing, heir |-> NoGroup, move |-> 0]

\* @type: (NODE, NODE, Int) => $msg;
Served(g, c, k) ==
    [type |-> "Served", src |-> g, dst |-> c, key |-> k, part |-> NoPart, ring |-> NoRing, heir |-> NoGroup, move |-> 0]

\* WRONG_OWNER, with the ring that the group knows, and to whom it gave the key.
\* @type: (NODE, NODE, Int, $ring, NODE) => $msg;
WrongOwner(g, c, k, r, h) ==
    [type |-> "WrongOwner", src |-> g, dst |-> c, key |-> k, part |-> NoPart, ring |-> r, heir |-> h, move |-> 0]

\* Group g leaves partition p to h, in the n-th move.
\* @type: (NODE, NODE, $part, Int) => $msg;
Transfer(g, h, p, n) ==
    [type |-> "Transfer", src |-> g, dst |-> h, key |-> NoKey, part |-> p, ring |-> NoRing, heir |-> NoGroup, move |-> n]

\* Group g asks the CM to put r in place of the ring of the version before.
\* @type: (NODE, $ring) => $msg;
CompareAndSet(g, r) ==
    [type |-> "CompareAndSet", src |-> g, dst |-> CM, key |-> NoKey, part |-> NoPart, ring |-> r, heir |-> NoGroup, move |-> 0]

\* @type: Set($msg) => Set($msg);
Transfers(ms) == {m \in ms : m.type = "Transfer"}

----------------------------------------------------------------------------
FirstRing == [NoRing EXCEPT !.version = 1]

Init ==
    /\ ring = FirstRing
    /\ owned = [g \in Group |-> {p \in Partitions(DOMAIN FirstOwner) : FirstOwner[p.to] = g}]
    /\ heir = [g \in Group |-> [x \in Space |-> NoGroup]]
    /\ moves = [g \in Group |-> [x \in Space |-> 0]]
    /\ known = [n \in Group \cup Client |-> FirstRing]
    /\ wanted = [c \in Client |-> NoKey]
    /\ named = [c \in Client |-> NoGroup]
    /\ msgs = {}

IsRing(r) ==
    /\ r.version \in Nat
    /\ TokensOf(r) \subseteq Space /\ TokensOf(r) # {}
    /\ \A t \in TokensOf(r) : r.owner[t] \in Group
    /\ DOMAIN r.move = TokensOf(r) /\ \A t \in TokensOf(r) : r.move[t] \in Nat

TypeOK ==
    /\ IsRing(ring)
    /\ \A g \in Group : owned[g] \subseteq Partition
    /\ heir \in [Group -> [Space -> Group \cup {NoGroup}]]
    /\ moves \in [Group -> [Space -> Nat]]
    /\ DOMAIN known = Group \cup Client /\ \A n \in DOMAIN known : IsRing(known[n])
    /\ wanted \in [Client -> Space \cup {NoKey}]
    /\ named \in [Client -> Group \cup {NoGroup}]
    /\ \A m \in msgs :
        /\ m.type \in {"Request", "Served", "WrongOwner", "Transfer", "CompareAndSet"}
        /\ m.src \in Group \cup Client /\ m.dst \in Group \cup Client \cup {CM}
        /\ m.key \in Space \cup {NoKey} /\ m.part \in Partition /\ IsRing(m.ring)
        /\ m.heir \in Group \cup {NoGroup} /\ m.move \in Nat

----------------------------------------------------------------------------
(* What groups do with what they own *)

\* The last move of any point of p.
\* @type: (NODE, $part) => Int;
LastMove(g, p) == CHOOSE n \in {moves[g][x] : x \in Points[p]} : \A x \in Points[p] : n >= moves[g][x]

\* What g knows of moves once n is the last of p.
\* @type: (NODE, $part, Int) => Int -> Int;
NumberedFor(g, p, n) == [x \in Space |-> IF x \in Points[p] THEN n ELSE moves[g][x]]

\* Group g has cut its partition p at token t (SplitMerge).
\* @type: (NODE, $part, Int) => Bool;
Split(g, p, t) ==
    /\ p \in owned[g] /\ t \in Inner(p)
    /\ owned' = [owned EXCEPT ![g] = (@ \ {p}) \cup Halves(p, t)]
    /\ UNCHANGED <<ring, givenVars, known, clientVars, msgs>>

\* Group g has joined two of its partitions (SplitMerge): the later of their moves counts for both.
\* @type: (NODE, $part, $part) => Bool;
Merge(g, p, q) ==
    /\ {p, q} \subseteq owned[g] /\ Adjacent(p, q)
    /\ owned' = [owned EXCEPT ![g] = (@ \ {p, q}) \cup {Union(p, q)}]
    /\ moves' = [moves EXCEPT ![g] = NumberedFor(g, Union(p, q), LastMove(g, Union(p, q)))]
    /\ UNCHANGED <<ring, heir, known, clientVars, msgs>>

\* Giving a partition away begins with ceasing to serve it.
\* @type: (NODE, $part) => Set($part);
LeftAfterRelease(g, p) == owned[g] \ {p}

\* Whom g names for the points of p from now on.
\* @type: (NODE, $part, NODE) => Int -> NODE;
HeirsWith(g, p, h) == [x \in Space |-> IF x \in Points[p] THEN h ELSE heir[g][x]]

\* The number of the next move of p.
\* @type: (NODE, $part) => Int;
NextMove(g, p) == LastMove(g, p) + 1

\* Group g stops serving p for h to take over (Handoff).
\* @type: (NODE, $part, NODE) => Bool;
Release(g, p, h) ==
    /\ p \in owned[g] /\ h # g
    /\ owned' = [owned EXCEPT ![g] = LeftAfterRelease(g, p)]
    /\ heir' = [heir EXCEPT ![g] = HeirsWith(g, p, h)]
    /\ moves' = [moves EXCEPT ![g] = NumberedFor(g, p, NextMove(g, p))]
    /\ msgs' = msgs \cup {Transfer(g, h, p, NextMove(g, p))}
    /\ UNCHANGED <<ring, known, clientVars>>

\* Group h begins to serve what was released to it, once.
\* @type: (NODE, $msg) => Bool;
Take(h, m) ==
    /\ m \in msgs /\ m.type = "Transfer" /\ m.dst = h
    /\ owned' = [owned EXCEPT ![h] = @ \cup {m.part}]
    /\ heir' = [heir EXCEPT ![h] = HeirsWith(h, m.part, NoGroup)]
    /\ moves' = [moves EXCEPT ![h] = NumberedFor(h, m.part, m.move)]
    /\ msgs' = msgs \ {m}
    /\ UNCHANGED <<ring, known, clientVars>>

\* The ring that g knows tells of the move in which g gave x away, or of a later one.
\* @type: (NODE, Int) => Bool;
CanForget(g, x) == MoveIn(known[g], x) >= moves[g][x]

\* Group g forgets whom it gave x.
\* @type: (NODE, Int) => Bool;
Forget(g, x) ==
    /\ heir[g][x] # NoGroup
    /\ CanForget(g, x)
    /\ heir' = [heir EXCEPT ![g][x] = NoGroup]
    /\ UNCHANGED <<ring, owned, moves, known, clientVars, msgs>>

----------------------------------------------------------------------------
(* The configuration manager *)

\* Ring r, corrected to what g owns: within its partitions, a token at the
\* end of each and no other.  A split inserts a token, a merge removes one, a
\* move changes an owner.
\* @type: (NODE, $ring) => $ring;
Corrected(g, r) ==
    LET mine == {p.to : p \in owned[g]}
        others == {t \in TokensOf(r) : ~Owns(g, t)}
    IN [r EXCEPT !.owner = [t \in mine \cup others |-> IF t \in mine THEN g ELSE r.owner[t]],
                 !.move = [t \in mine \cup others |-> IF t \in mine THEN moves[g][t] ELSE r.move[t]]]

\* @type: (NODE, $ring) => Bool;
Misinformed(g, r) == owned[g] # {} /\ Corrected(g, r) # r

\* Group g sees that the ring it knows is wrong about it and asks for the next version.
\* @type: NODE => Bool;
Propose(g) ==
    /\ Misinformed(g, known[g])
    /\ msgs' = msgs \cup {CompareAndSet(g, [Corrected(g, known[g]) EXCEPT !.version = @ + 1])}
    /\ UNCHANGED <<ring, owned, givenVars, known, clientVars>>

\* The compare of compare-and-set: the proposal was made from the present ring.
\* @type: $msg => Bool;
FromPresentRing(m) == m.ring.version = ring.version + 1

\* The CM handles a proposal: accepts it, or drops it as overtaken.
\* @type: $msg => Bool;
HandleCompareAndSet(m) ==
    /\ m \in msgs /\ m.type = "CompareAndSet"
    /\ ring' = IF FromPresentRing(m) THEN m.ring ELSE ring
    /\ msgs' = msgs \ {m}
    /\ UNCHANGED <<owned, givenVars, known, clientVars>>

\* A newer ring replaces an older one, never the reverse.
\* @type: ($ring, $ring) => $ring;
Newer(r, s) == IF s.version > r.version THEN s ELSE r

\* A group or client hears from the CM.
\* @type: NODE => Bool;
LearnRing(n) ==
    /\ known' = [known EXCEPT ![n] = Newer(@, ring)]
    /\ UNCHANGED <<ring, owned, givenVars, clientVars, msgs>>

----------------------------------------------------------------------------
(* Clients *)

\* @type: (NODE, Int) => Bool;
Want(c, k) ==
    /\ wanted[c] = NoKey
    /\ wanted' = [wanted EXCEPT ![c] = k]
    /\ UNCHANGED <<ring, owned, givenVars, known, named, msgs>>

\* Client c's question is under way, or the answer to it.
\* @type: NODE => Bool;
Waiting(c) == \E m \in msgs : c \in {m.src, m.dst}

\* Whom c asks for its key: whom it was sent to last, else whom its cached ring says.
\* @type: NODE => NODE;
Asks(c) == IF named[c] = NoGroup THEN Route(known[c], wanted[c]) ELSE named[c]

\* @type: NODE => Bool;
SendRequest(c) ==
    /\ wanted[c] # NoKey /\ ~Waiting(c)
    /\ msgs' = msgs \cup {Request(c, Asks(c), wanted[c])}
    /\ UNCHANGED <<ring, owned, givenVars, known, clientVars>>

\* What a group asks before it serves: its own state, never a ring.
\* @type: (NODE, $msg) => Bool;
MayServe(g, m) == Owns(g, m.key)

\* Whom g's redirect names: its own state says it, never a ring.
\* @type: (NODE, Int) => NODE;
Named(g, k) == heir[g][k]

\* @type: (NODE, $msg) => Bool;
HandleRequest(g, m) ==
    /\ m \in msgs /\ m.type = "Request" /\ m.dst = g
    /\ LET answer == IF MayServe(g, m) THEN Served(g, m.src, m.key)
                                       ELSE WrongOwner(g, m.src, m.key, known[g], Named(g, m.key))
       IN msgs' = (msgs \ {m}) \cup {answer}
    /\ UNCHANGED <<ring, owned, givenVars, known, clientVars>>

\* @type: (NODE, $msg) => Bool;
HandleServed(c, m) ==
    /\ m \in msgs /\ m.type = "Served" /\ m.dst = c
    /\ wanted' = [wanted EXCEPT ![c] = NoKey]
    /\ named' = [named EXCEPT ![c] = NoGroup]
    /\ msgs' = msgs \ {m}
    /\ UNCHANGED <<ring, owned, givenVars, known>>

\* What client c knows after a redirect that carries ring r.
\* @type: (NODE, $ring) => $ring;
Redirected(c, r) == Newer(known[c], r)

\* Whom c asks next; one that names nobody sends it back to its ring.
\* @type: $msg => NODE;
Followed(m) == m.heir

\* The redirect brings the group's ring, which the client adopts if it is newer, and names whom to ask.
\* @type: (NODE, $msg) => Bool;
HandleWrongOwner(c, m) ==
    /\ m \in msgs /\ m.type = "WrongOwner" /\ m.dst = c
    /\ known' = [known EXCEPT ![c] = Redirected(c, m.ring)]
    /\ named' = [named EXCEPT ![c] = Followed(m)]
    /\ msgs' = msgs \ {m}
    /\ UNCHANGED <<ring, owned, givenVars, wanted>>

----------------------------------------------------------------------------
\* The groups rearrange what they own.
Rearrange ==
    \E g \in Group : \E p \in owned[g] :
        \/ \E t \in Space : Split(g, p, t)
        \/ \E q \in owned[g] : Merge(g, p, q)
        \/ \E h \in Group : Release(g, p, h)

\* Everything that answers to a rearrangement or to a client.
React ==
    \/ \E n \in Group \cup Client : LearnRing(n)
    \/ \E g \in Group : Propose(g) \/ \E x \in Space : Forget(g, x)
    \/ \E m \in msgs :
        \/ HandleCompareAndSet(m)
        \/ \E g \in Group : Take(g, m) \/ HandleRequest(g, m)
        \/ \E c \in Client : HandleServed(c, m) \/ HandleWrongOwner(c, m)
    \/ \E c \in Client : SendRequest(c) \/ \E k \in Space : Want(c, k)

Next == Rearrange \/ React

\* Messages arrive; clients need not hear from the CM: redirects alone bring them to the owner.
FairnessWithoutCM ==
    /\ \A g \in Group :
        /\ WF_vars(\E m \in msgs : Take(g, m))
        /\ WF_vars(\E m \in msgs : HandleRequest(g, m))
    /\ \A c \in Client :
        /\ WF_vars(SendRequest(c))
        /\ WF_vars(\E m \in msgs : HandleServed(c, m))
        /\ WF_vars(\E m \in msgs : HandleWrongOwner(c, m))

\* The CM is there: groups hear from it and correct it.
FairnessOfCM ==
    /\ \A g \in Group : WF_vars(LearnRing(g)) /\ WF_vars(Propose(g))
    /\ WF_vars(\E m \in msgs : HandleCompareAndSet(m))

Fairness == FairnessWithoutCM /\ FairnessOfCM

Spec == Init /\ [][Next]_vars /\ Fairness

----------------------------------------------------------------------------
(* Safety *)

\* What is owned, or has been released and not yet taken, covers the ring:
\* each point lies in exactly one partition of one group.
Held(g) == owned[g] \cup {m.part : m \in {n \in Transfers(msgs) : n.dst = g}}

PartitionsCoverTheRing ==
    /\ UNION {Covered(Held(g)) : g \in Group} = Space
    /\ \A g \in Group : Disjoint(Held(g))
    /\ \A g, h \in Group : g # h => Covered(Held(g)) \cap Covered(Held(h)) = {}

\* Never two groups answering for one key.
OneOwner == \A g, h \in Group : g # h => Covered(owned[g]) \cap Covered(owned[h]) = {}

\* One version names one ring, whoever holds it.
VersionNamesOneRing ==
    /\ \A n \in Group \cup Client : known[n].version = ring.version => known[n] = ring
    /\ \A n, o \in Group \cup Client : known[n].version = known[o].version => known[n] = known[o]

\* A group names nobody for what it serves.
OwnersNameNobody == \A g \in Group : \A x \in Space : Owns(g, x) => heir[g][x] = NoGroup

NobodyIsAhead == \A n \in Group \cup Client : known[n].version <= ring.version

\* Versions never go back, and the CM's goes up one at a time.
VersionsMonotone ==
    [][ /\ ring'.version \in {ring.version, ring.version + 1}
        /\ ring'.version = ring.version => ring' = ring
        /\ \A n \in Group \cup Client : known'[n].version >= known[n].version ]_vars

\* However old the client's ring: who serves it owns the key at that moment.
ServedByOwner ==
    [][ \A m \in msgs' \ msgs :
            m.type = "Served" => /\ Owns(m.src, m.key)
                                 /\ \A g \in Group \ {m.src} : ~Owns(g, m.key) ]_vars

----------------------------------------------------------------------------
(* Liveness: if the groups stop rearranging *)

\* A client reaches the owner of its key, whether the CM is there or not.
ClientIsServed == \A c \in Client : wanted[c] # NoKey ~> wanted[c] = NoKey

\* The CM's ring says what the groups own.
RingIsTrue == \A x \in Space : Owns(Route(ring, x), x)
RingBecomesTrue == <>[]RingIsTrue
=============================================================================
