/**
 * The symmetries of graphical models: variable, variable-value and block-value (Madan, Anand, Mausam, Singla 2018,
 * section 3). {@link org.orbifold.symmetry.model.SymmetryFinder} is the front door. One path for all models and kinds:
 * <pre>
 * GraphicalModel
 *   | ZeroSumDecomposition: Factors to zero-sum terms (ZeroSumTerms, BlockTable, TableContent) and boxes (Box)
 *   | TermIndex:            terms by variable; numbers as classes (ValueClasses); hashes
 *   v                       once per model
 * BlockModel, Ĝ: terms over blocks (BlockTerm), worked out where asked for; HardTables if some values are forbidden;
 *   |   BlockValuePairs numbers its values, KnownClasses and EntryBudget serve it, TransformedModel writes it out
 *   v
 * SymmetrySearch, once per partition:
 *   | PairColoring:         colours of pairs; fixed blocks keep what LocalSymmetries proves inside them
 *   |                       free blocks are exchanged by colour, proved by TermCertifier
 *   | BlockGraph:           linked blocks as a ColoredGraph (GraphSketch, LevelSets, MaximalScopes, TablePattern)
 *   | Automorphisms:        its search, in symmetry.detect
 *   | ModelCertifier:       every generator on the features of the model
 *   v
 * BlockSymmetries: the direct factors as found (SymmetryFactors, FactorialProduct), SymmetryText in words
 * </pre>
 * {@link org.orbifold.symmetry.model.SymmetryOptions} and {@link org.orbifold.symmetry.model.SymmetryKind} say what is
 * asked for.
 */
@NullMarked
package org.orbifold.symmetry.model;

import org.jspecify.annotations.NullMarked;
